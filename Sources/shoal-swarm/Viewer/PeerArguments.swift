import Foundation

/// What the run tells a viewer's process, as one JSON line on its standard input.
struct PeerArguments: Codable, Sendable {
    var sdkKey: String
    var url: String
    /// The folder that the origin serves at its root, or nil for somebody else's origin.
    var folder: String?
    var speed: Double
    var buffer: Double
    var duration: Double?
    var usesPeers: Bool
    /// KiB a second, or nil.
    var uploadLimit: Int?

    /// The origin's own bytes: from its folder where that is ours, so that nothing is counted twice.
    func reference(of segment: Playlist.Segment, _ http: HTTPFetch) async throws -> Data {
        guard let folder else { return try await http.body(segment.url, range: segment.range) }
        let whole = try Data(contentsOf: URL(filePath: folder + segment.url.path))
        guard let range = segment.range else { return whole }
        let ends = range.dropFirst(6).split(separator: "-").compactMap { Int($0) }
        return whole[ends[0]...ends[1]]
    }
}
