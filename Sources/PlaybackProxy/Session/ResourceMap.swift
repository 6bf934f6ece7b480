import Manifests
import Primitives

/// The paths that were minted for one session: nothing else is ever asked of an origin.
///
/// A resource is known, and keeps its id, while what the application opened leads to it through the
/// playlists as they last were. What a live playlist has not named for long is forgotten, or the map
/// would grow for as long as the channel is watched.
struct ResourceMap {
    /// So many more than were known after it has last forgotten some make it look again.
    private static let slack = 64

    private var resources: [String: Resource] = [:]
    private var ids: [Resource: String] = [:]
    private var minted = 0
    private var roots: Set<Resource> = []
    private var playlists: [Resource: NamedResources] = [:]
    private var files: [Resource: SegmentedFile] = [:]
    private var limit = slack

    var count: Int { ids.count }

    func resource(_ id: String) -> Resource? { resources[id] }

    /// The id under which the resource can be asked for.
    mutating func id(of resource: Resource) -> String {
        if let id = ids[resource] { return id }
        let id = String(minted, radix: 36)
        minted += 1
        ids[resource] = id
        resources[id] = resource
        if case .root = resource { roots.insert(resource) }
        return id
    }

    /// Takes in what a playlist, as it is now, names; all of it has an id.
    mutating func read(
        _ playlist: Resource, naming named: Set<Resource>,
        files segments: [Resource: [Range<Int>: SegmentID]] = [:]
    ) {
        // What is still read is still known, however often its name has changed elsewhere.
        for parent in playlists.keys { playlists[parent]?.isRead(playlist) }
        playlists[playlist, default: NamedResources()].take(named)
        for (file, segments) in segments {
            files[file, default: SegmentedFile()].segments = segments
        }
        if ids.count > limit { forget() }
    }

    /// What is known of a file of which segments are parts.
    func file(_ resource: Resource) -> SegmentedFile? { files[resource] }

    /// The origin told how long such a file is.
    mutating func file(_ resource: Resource, hasLength length: Int) {
        files[resource]?.length = length
    }

    /// Forgets what nothing leads to any more.
    private mutating func forget() {
        for playlist in playlists.keys { playlists[playlist]?.forgetOld() }
        var known = roots
        var reached = Array(roots)
        while let playlist = reached.popLast() {
            guard let names = playlists[playlist]?.names else { continue }
            reached += names.filter { known.insert($0).inserted }
        }
        ids = ids.filter { known.contains($0.key) }
        resources = resources.filter { known.contains($0.value) }
        playlists = playlists.filter { known.contains($0.key) }
        files = files.filter { known.contains($0.key) }
        limit = 2 * ids.count + Self.slack
    }
}
