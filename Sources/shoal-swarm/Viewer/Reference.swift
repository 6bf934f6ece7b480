import Foundation

/// The media as the origin has it, which everything that a player gets is held against.
actor Reference {
    struct Comparison: Sendable {
        /// What the origin calls the segment.
        let name: String
        let wrongBytes: Int
    }

    private let origin: URL
    private let http: HTTPFetch
    private let bytes: OriginBytes
    private var media: URL?
    private var segments: [Int: Playlist.Segment] = [:]

    /// `folder` is what the origin serves at its root, or nil for somebody else's origin.
    init(origin: URL, folder: String?, http: HTTPFetch) {
        self.origin = origin
        self.http = http
        bytes = folder.map { .folder($0) } ?? .network(http)
    }

    func compare(_ data: Data, toSegment number: Int) async throws -> Comparison {
        let resource = try await segment(number).resource
        let truth = try await bytes.bytes(of: resource)
        return Comparison(name: resource.name, wrongBytes: Self.difference(data, truth))
    }

    func compare(_ data: Data, toInitializationOf number: Int) async throws -> Comparison {
        guard let resource = try await segment(number).initialization else {
            throw HTTPFetch.Failure(
                description: "the origin has no initialization section for segment \(number)")
        }
        let truth = try await bytes.bytes(of: resource)
        return Comparison(name: resource.name, wrongBytes: Self.difference(data, truth))
    }

    private func segment(_ number: Int) async throws -> Playlist.Segment {
        if let segment = segments[number] { return segment }
        let playlist =
            if let media {
                try await http.playlist(media)
            } else {
                try await http.mediaPlaylist(origin)
            }
        media = playlist.url
        for segment in playlist.segments { segments[segment.number] = segment }
        guard let segment = segments[number] else {
            throw HTTPFetch.Failure(description: "the origin's playlist has no segment \(number)")
        }
        return segment
    }

    private static func difference(_ data: Data, _ truth: Data) -> Int {
        guard data != truth else { return 0 }
        return zip(data, truth).count { $0 != $1 } + abs(data.count - truth.count)
    }
}
