package import Primitives

/// What a steering server answers (RFC 8216bis, 7.2), in which only URIs and hosts are replaced.
package struct SteeringManifest {
    /// A parameter that says to which clone a URI of ours belongs.
    package static let marker = "shoal-pathway"

    private static let reload = "RELOAD-URI"
    private static let clones = "PATHWAY-CLONES"
    private static let replacement = "URI-REPLACEMENT"
    private static let parameters = "PARAMS"
    private static let host = "HOST"
    private static let uris = ["PER-VARIANT-URIS", "PER-RENDITION-URIS"]

    private let document: JSON
    private let base: ResolvedURI
    /// By place in the document's list; nil for what is none.
    private let entries: [PathwayClone?]

    /// Nil for what is no JSON object; `base` is where it was found.
    package init?(_ document: JSON, from base: ResolvedURI) {
        guard case .object = document else { return nil }
        self.document = document
        self.base = base
        entries = (document[Self.clones]?.elements ?? []).map { Self.clone($0, base) }
    }

    /// In their order; each may be the base of those that follow.
    package var clones: [PathwayClone] { entries.compactMap(\.self) }

    /// The manifest with other URIs, and with clones that stay with us.
    ///
    /// `number` is what a clone is known by; one without a number leads to where its base does.
    package func rewriting(
        reload path: (ResolvedURI) -> String, playlist: (ResolvedURI) -> String,
        number: (PathwayClone) -> Int?
    ) -> JSON {
        var rewritten = document
        if let uri = Self.uri(document[Self.reload], base) {
            rewritten[Self.reload] = .text(path(uri))
        }
        guard case .list(var elements)? = document[Self.clones] else { return rewritten }
        for (place, clone) in entries.enumerated() {
            guard let clone else { continue }
            elements[place][Self.replacement] = elements[place][Self.replacement].map {
                staying($0, number: number(clone), playlist: playlist)
            }
        }
        rewritten[Self.clones] = .list(elements)
        return rewritten
    }

    /// The replacement of a clone, in which nothing moves a player to another host than ours.
    private func staying(
        _ replacement: JSON, number: Int?, playlist: (ResolvedURI) -> String
    ) -> JSON {
        var result = replacement
        result[Self.host] = nil
        if let number {
            var parameters = replacement[Self.parameters] ?? .object([:])
            parameters[Self.marker] = .text("\(number)")
            result[Self.parameters] = parameters
        }
        for group in Self.uris {
            for (name, value) in replacement[group]?.members ?? [:] {
                guard let uri = Self.uri(value, base) else { continue }
                result[group]?[name] = .text(playlist(uri))
            }
        }
        return result
    }

    private static func clone(_ value: JSON, _ base: ResolvedURI) -> PathwayClone? {
        guard let id = value["ID"]?.text, let baseID = value["BASE-ID"]?.text,
            let replacement = value[Self.replacement], case .object = replacement
        else { return nil }
        let parameters = (replacement[parameters]?.members ?? [:])
            .compactMap { name, value in
                value.text.map { PathwayClone.Parameter(name: name, value: $0) }
            }
        let uris = uris.flatMap {
            replacement[$0]?.members.values.compactMap { uri($0, base) } ?? []
        }
        return PathwayClone(
            id: id, baseID: baseID,
            host: replacement[host]?.text.flatMap { $0.isEmpty ? nil : $0 },
            parameters: parameters.filter { !$0.name.isEmpty }.sorted { $0.name < $1.name },
            uris: Set(uris))
    }

    private static func uri(_ value: JSON?, _ base: ResolvedURI) -> ResolvedURI? {
        guard let uri = value?.text.flatMap({ base.resolving($0) }), uri.origin != nil else {
            return nil
        }
        return uri
    }
}
