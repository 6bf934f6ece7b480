import Manifests

/// The ways to a content that a steering server has made of others, and what is asked for on them.
struct Pathways {
    private struct Entry {
        let clone: PathwayClone
        /// The clone that this one is made of; nil if that is a way of the playlist itself.
        let base: Int?
    }

    /// Clones, and playlists on their ways, that are known at most.
    private static let most = 64
    private static let mostPlaylists = 1024

    private var entries: [Entry] = []
    private var numbers: [PathwayClone: Int] = [:]
    /// The first clone of each name, which is what players keep.
    private var names: [String: Int] = [:]
    /// What the playlists of clones were made of.
    private var originals: [ResolvedURI: ResolvedURI] = [:]

    /// What a clone is known by; nil if there are too many.
    mutating func number(of clone: PathwayClone) -> Int? {
        if let number = numbers[clone] { return number }
        guard entries.count < Self.most else { return nil }
        let number = entries.count
        entries.append(Entry(clone: clone, base: names[clone.baseID]))
        numbers[clone] = number
        if names[clone.id] == nil { names[clone.id] = number }
        return number
    }

    /// What a player asks for who has made a URI of a clone out of ours; nil if it has not.
    mutating func uri(of original: ResolvedURI, query: String?) -> ResolvedURI? {
        let marker = "\(SteeringManifest.marker)="
        guard let text = query?.split(separator: "&").last(where: { $0.hasPrefix(marker) }),
            let number = Int(text.dropFirst(marker.count)), entries.indices.contains(number),
            let uri = uri(of: original, on: number)
        else { return nil }
        guard originals[uri] != nil || originals.count < Self.mostPlaylists else { return nil }
        originals[uri] = original
        return uri
    }

    /// What a playlist is a clone of, or the playlist itself.
    func original(of uri: ResolvedURI) -> ResolvedURI { originals[uri] ?? uri }

    private func uri(of original: ResolvedURI, on number: Int) -> ResolvedURI? {
        let entry = entries[number]
        guard !entry.clone.uris.contains(original) else {
            return entry.clone.withParameters(original)
        }
        // A base was known before, and so has a lower number.
        let base = entry.base.map { uri(of: original, on: $0) } ?? original
        return base.flatMap { entry.clone.uri(of: $0) }
    }
}
