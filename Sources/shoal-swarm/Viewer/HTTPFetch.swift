import Foundation
import FoundationNetworking

/// Fetches whole bodies, as a player without a screen.
struct HTTPFetch: Sendable {
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    private let session: URLSession

    init() {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.timeoutIntervalForRequest = 60
        configuration.urlCache = nil
        session = URLSession(configuration: configuration)
    }

    func body(_ resource: Resource) async throws -> Data {
        var request = URLRequest(url: resource.url)
        if let range = resource.range {
            request.setValue(
                "bytes=\(range.lowerBound)-\(range.upperBound)", forHTTPHeaderField: "Range")
        }
        let (data, response) = try await session.data(for: request)
        let status = (response as? HTTPURLResponse)?.statusCode ?? 0
        guard status == (resource.range == nil ? 200 : 206) else {
            throw Failure(description: "status \(status) for \(resource.url.lastPathComponent)")
        }
        return data
    }

    /// The media playlist at `url`, or the best that the multivariant playlist there names.
    func mediaPlaylist(_ url: URL) async throws -> Playlist {
        let playlist = try await playlist(url)
        guard let best = playlist.best else { return playlist }
        return try await self.playlist(best)
    }

    func playlist(_ url: URL) async throws -> Playlist {
        Playlist(
            String(decoding: try await body(Resource(url: url)), as: UTF8.self), at: url)
    }
}
