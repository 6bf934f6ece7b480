import Foundation

/// The origin's own bytes, which everything that a player gets is held against.
enum OriginBytes: Sendable {
    /// From the folder that the origin serves at its root, so that nothing is counted twice.
    case folder(String)
    /// From somebody else's origin, a second time.
    case network(HTTPFetch)

    func bytes(of segment: Playlist.Segment) async throws -> Data {
        switch self {
        case .network(let http):
            return try await http.body(segment.url, range: segment.range)
        case .folder(let folder):
            let file = try FileHandle(forReadingFrom: URL(filePath: folder + segment.url.path))
            guard let range = segment.range else { return try file.readToEnd() ?? Data() }
            try file.seek(toOffset: UInt64(range.lowerBound))
            return try file.read(upToCount: range.count) ?? Data()
        }
    }
}
