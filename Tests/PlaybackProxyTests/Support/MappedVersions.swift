import Engine
import Manifests
import Primitives
import Testing

@testable import PlaybackProxy

/// What one version of a playlist came out as.
struct MappedVersion {
    let playlist: HLSPlaylist
    let change: MappedPlaylist.Change
    let rewritten: [UInt8]

    var text: String { String(decoding: rewritten, as: UTF8.self) }
    var track: TrackDescription? { change.track }
    /// Of a version that was mapped whole.
    var mapping: PlaylistMapping { change.mappings[0] }
}

/// Maps the versions of one playlist; paths say what they stand for.
struct MappedVersions {
    static let keys = ContentKeys(
        contentKey: Bytes32(words: (1, 2, 3, 4)), contentID: Array("show".utf8))

    private let uri: ResolvedURI
    private let keepingQueries: Bool
    private let keys: ContentKeys
    private var mapped = MappedPlaylist()
    private var numbers: [Resource: Int] = [:]
    /// How many references there are to each.
    private(set) var named: [Int: Int] = [:]

    init(
        at uri: String = "https://cdn.example/show/v/index.m3u8?t=1",
        keepingQueries: Bool = false, keys: ContentKeys = keys
    ) throws {
        self.uri = try #require(ResolvedURI(uri))
        self.keepingQueries = keepingQueries
        self.keys = keys
    }

    mutating func take(_ text: String, from base: String? = nil) throws -> MappedVersion? {
        let base = try base.map { try #require(ResolvedURI($0)) } ?? uri
        guard
            let playlist = mapped.read(Array(text.utf8), from: base, importing: .none)
        else { return nil }
        let minted = Minted(numbers)
        let settings = MappedPlaylist.Settings(
            uri: uri, bitrate: nil, family: .main, keepingQueries: keepingQueries, keys: keys,
            path: Self.path, number: { minted.number(of: $0) })
        let change = mapped.map(playlist, settings)
        numbers = minted.numbers
        for number in change.added { named[number, default: 0] += 1 }
        for number in change.left {
            let count = try #require(named[number], "what left was never named")
            named[number] = count > 1 ? count - 1 : nil
        }
        if change.isOther { mapped.version += 1 }
        mapped.revision = .some(.first)
        return MappedVersion(playlist: playlist, change: change, rewritten: mapped.rewritten)
    }

    var version: Int { mapped.version }

    /// What is named now, with the number of references to it.
    var resources: [Resource: Int] {
        var resources: [Resource: Int] = [:]
        for (resource, number) in numbers { resources[resource] = named[number] }
        return resources
    }

    private static func path(_ resource: Resource) -> String {
        switch resource {
        case .root: "/root"
        case .playlist(let uri): "/playlist\(uri.path)"
        case .segment(let id, _): "/segment/\(id.number)"
        case .segmentedFile(_, let uri): "/parts\(uri.path)"
        case .file(let uri): "/file\(uri.path)"
        case .steering(let uri): "/steering\(uri.path)"
        case .site(let uri): "/site\(uri.path)"
        }
    }

    private final class Minted {
        private(set) var numbers: [Resource: Int]

        init(_ numbers: [Resource: Int]) { self.numbers = numbers }

        func number(of resource: Resource) -> Int {
            if let number = numbers[resource] { return number }
            numbers[resource] = numbers.count
            return numbers.count - 1
        }
    }
}
