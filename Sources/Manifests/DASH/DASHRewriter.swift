/// Decides for each reference of an MPD what has to stand in its place at the proxy.
struct DASHRewriter {
    /// What a URI is relative to, at the origin and at the proxy.
    private struct Place {
        let original: ResolvedURI
        let mirrored: ResolvedURI
    }

    private let mirror: DASHMirror
    private let root: Place
    /// Of each scope, in the order of the alternatives.
    private var places: [[Place]] = []
    private let parents: [Int?]
    private var bases: [Int: String] = [:]
    private let mark: String?
    /// Those that are no files, since something is relative to them.
    private let folders: Set<Int>

    init(_ manifest: DASHManifest, _ mirror: DASHMirror, marking mark: String? = nil) {
        self.mirror = mirror
        self.mark = mark
        folders = mark == nil ? [] : Self.folders(manifest)
        parents = manifest.parents
        root = Place(original: manifest.base, mirrored: mirror.manifestURI)
        let references = Dictionary(grouping: manifest.references.filter { $0.role == .base }) {
            $0.scope
        }
        for scope in manifest.parents.indices {
            enter(scope, references[scope] ?? [])
        }
    }

    /// Takes in a scope, after the one around it.
    private mutating func enter(_ scope: Int, _ references: [DASHReference]) {
        let outer = parents[scope].map { places[$0] } ?? [root]
        guard !references.isEmpty else { return places.append(outer) }
        var inner: [Place] = []
        for reference in references {
            let replacement = replacement(of: reference, relativeTo: outer)
            bases[reference.range.lowerBound] = replacement
            for place in outer where inner.count < DASHManifest.mostBases {
                guard let original = place.original.resolving(reference.text),
                    let mirrored = place.mirrored.resolving(replacement ?? reference.text)
                else { continue }
                inner.append(Place(original: original, mirrored: mirrored))
            }
        }
        places.append(inner)
    }

    /// Nil for what may stay as it is.
    func replacement(
        of reference: DASHReference, document: (DASHReference, ResolvedURI) -> String?
    ) -> String? {
        switch reference.role {
        case .base:
            let replacement = bases[reference.range.lowerBound]
            return folders.contains(reference.scope)
                ? replacement : marked(replacement, reference, places[reference.scope])
        case .location, .patch:
            guard let uri = root.original.resolving(reference.text), uri.origin != nil,
                let path = document(reference, uri)
            else { return nil }
            return reference.isAbsolute ? mirror.local + path : path
        case .direct:
            guard !reference.isAbsolute else { return nil }
            // Players differ in what this is relative to.
            return replacement(of: reference, relativeTo: places[reference.scope] + [root])
        case .template, .resource:
            let places = places[reference.scope]
            return marked(replacement(of: reference, relativeTo: places), reference, places)
        }
    }

    /// With the mark, where it leads to us.
    private func marked(
        _ replacement: String?, _ reference: DASHReference, _ places: [Place]
    ) -> String? {
        let text = replacement ?? reference.text
        guard let mark, !text.isEmpty, !text.hasSuffix("/"), !text.contains("#"),
            places.allSatisfy({ $0.mirrored.resolving(text)?.site == mirror.local })
        else { return replacement }
        return text + (text.contains("?") ? "&" : "?") + mark
    }

    /// The scopes with templates or resources, and those around them.
    private static func folders(_ manifest: DASHManifest) -> Set<Int> {
        var folders: Set<Int> = []
        for reference in manifest.references
        where reference.role == .template || reference.role == .resource {
            var scope: Int? = reference.scope
            while let inner = scope, folders.insert(inner).inserted {
                scope = manifest.parents[inner]
            }
        }
        return folders
    }

    private func replacement(
        of reference: DASHReference, relativeTo places: [Place]
    ) -> String? {
        guard !reference.leadsDown else { return nil }
        let uris = places.map { $0.original.resolving(reference.text) }
        guard let place = places.first, uris.allSatisfy({ $0?.origin != nil }) else { return nil }
        let isSame = zip(places, uris).allSatisfy { place, uri in
            place.mirrored.resolving(reference.text).flatMap(mirror.original) == uri
        }
        guard reference.isRooted || !isSame else { return nil }
        // In a template, what is put before it must not look like a variable.
        let original =
            reference.role == .template
            ? ResolvedURI(place.original.text.replacing("$", with: "$$")) : place.original
        return original?.resolving(reference.text).flatMap(mirror.path).map { path in
            reference.isAbsolute ? mirror.local + path : path
        }
    }
}

extension DASHReference {
    /// Whether it can only name something below what it is relative to.
    fileprivate var leadsDown: Bool {
        guard !isRooted, let first = text.utf8.first, first.isASCIILetter || first.isASCIIDigit
        else { return false }
        return !text.contains("..") && !text.lowercased().contains("%2e")
    }
}
