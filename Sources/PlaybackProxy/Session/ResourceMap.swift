import Manifests
import Primitives

/// The paths that were minted for one session: nothing else is ever asked of an origin.
///
/// A resource is known, and keeps its number, while what the application opened leads to it through
/// the playlists as they last were. What a live playlist has not named for long is forgotten, or the map
/// would grow for as long as the channel is watched.
package struct ResourceMap {
    /// So many more than were known after it has last forgotten some make it look again.
    private static let slack = 64

    private var resources: [Int: Resource] = [:]
    private var numbers: [Resource: Int] = [:]
    private var minted = 0
    private var roots: Set<Int> = []
    private var playlists: [Int: NamedResources] = [:]
    private var files: [Resource: SegmentedFile] = [:]
    private var limit = slack
    /// Playlists that are read bit by bit: what they name leads nowhere yet, and must not be forgotten.
    private var unfinished = 0

    /// What a place at the origin is asked for as, where paths are the origin's own.
    private var byURI: [ResolvedURI: Int]?

    /// `isFoundByURI` for `named` to know anything.
    package init(isFoundByURI: Bool = false) {
        byURI = isFoundByURI ? [:] : nil
    }

    /// What is asked for at a place of the origin.
    func named(_ uri: ResolvedURI) -> Resource? { byURI?[uri].flatMap { resources[$0] } }

    package var count: Int { numbers.count }

    func resource(_ id: String) -> Resource? {
        Int(id, radix: 36).flatMap { Self.id($0) == id ? resources[$0] : nil }
    }

    /// The id under which the resource can be asked for.
    package mutating func id(of resource: Resource) -> String { Self.id(number(of: resource)) }

    /// What stands for the resource in the map.
    package mutating func number(of resource: Resource) -> Int {
        if let number = numbers[resource] { return number }
        let number = minted
        minted += 1
        numbers[resource] = number
        resources[number] = resource
        if case .root = resource { roots.insert(number) }
        if byURI != nil { nameByURI(resource, number) }
        return number
    }

    /// Of several with the same place, what most can be done with.
    private mutating func nameByURI(_ resource: Resource, _ number: Int) {
        let uri = resource.uri
        if let other = byURI?[uri].flatMap({ resources[$0] }), other.rank > resource.rank { return }
        byURI?[uri] = number
    }

    private mutating func forgetName(_ resource: Resource, _ number: Int) {
        guard byURI?[resource.uri] == number else { return }
        byURI?[resource.uri] = nil
    }

    func knows(_ resource: Resource) -> Bool { numbers[resource] != nil }

    /// Forgets nothing until as many playlists have been read as are begun, and makes room for what the
    /// one that begins may name: of a window of days, growing by doubling takes long, and all at once.
    package mutating func beginReading(naming count: Int) {
        unfinished += 1
        numbers.reserveCapacity(numbers.count + count)
        resources.reserveCapacity(resources.count + count)
    }

    package mutating func endReading() { unfinished -= 1 }

    /// Takes in what a playlist, as it is now, names that it did not before, and what no more.
    ///
    /// Each number counts once for each reference. Returns whether other playlists were forgotten.
    package mutating func read(_ playlist: Resource, added: [Int], left: [Int]) -> Bool {
        let reader = number(of: playlist)
        // What is still read is still known, however often its name has changed elsewhere.
        for parent in playlists.keys { playlists[parent]?.isRead(reader) }
        let forgotten = playlists[reader, default: NamedResources()].take(added: added, left: left)
        for number in forgotten { forgetLeaf(number) }
        guard numbers.count > limit, unfinished == 0 else { return false }
        forget()
        return true
    }

    /// The ranges of files that are segments; those of numbers before `first` are no more.
    mutating func read(
        files segments: [Resource: [Range<Int>: SegmentID]], from first: UInt64, isLive: Bool
    ) {
        for (file, segments) in segments {
            files[file, default: SegmentedFile()].add(segments, from: first)
            files[file]?.isComplete = !isLive
        }
    }

    /// What is known of a file of which segments are parts.
    func file(_ resource: Resource) -> SegmentedFile? { files[resource] }

    /// The origin told of such a file.
    mutating func file(_ resource: Resource, has head: SegmentedFile.Head) {
        files[resource]?.head = head
    }

    private static func id(_ number: Int) -> String { String(number, radix: 36) }

    /// What leads to nothing else goes as soon as nothing leads to it.
    private mutating func forgetLeaf(_ number: Int) {
        guard let resource = resources[number] else { return }
        switch resource {
        case .root, .playlist, .steering:
            return
        case .segment, .segmentedFile, .file, .site:
            guard unfinished == 0, !playlists.values.contains(where: { $0.contains(number) }) else {
                return
            }
            numbers[resource] = nil
            resources[number] = nil
            files[resource] = nil
            forgetName(resource, number)
        }
    }

    /// Forgets what nothing leads to any more.
    private mutating func forget() {
        var known = roots
        var reached = Array(roots)
        while let playlist = reached.popLast() {
            guard let names = playlists[playlist]?.all else { continue }
            reached += names.filter { known.insert($0).inserted }
        }
        numbers = numbers.filter { known.contains($0.value) }
        resources = resources.filter { known.contains($0.key) }
        playlists = playlists.filter { known.contains($0.key) }
        files = files.filter { numbers[$0.key] != nil }
        byURI = byURI?.filter { known.contains($0.value) }
        limit = 2 * numbers.count + Self.slack
    }
}

extension Resource {
    /// The order in which resources at the same place are preferred.
    fileprivate var rank: Int {
        switch self {
        case .root, .playlist, .steering: 2
        case .segment, .segmentedFile: 1
        case .file, .site: 0
        }
    }
}
