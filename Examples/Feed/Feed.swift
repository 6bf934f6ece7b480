import Foundation
import Shoal

/// A feed of short videos: what comes next is prepared while the current one plays.
actor Feed {
    private let client: P2PClient
    private var current: PlaybackSession?
    private var next: PlaybackSession?

    init(client: P2PClient) { self.client = client }

    /// Prepares what is likely to be played next, in the place of what was.
    func prepare(_ url: URL) async throws {
        await cancel()
        let candidate = try await client.createPlaybackSession(url: url)
        candidate.preload()
        next = candidate
    }

    /// Makes the candidate the one that is played; the player has let go of the last one.
    func advance() async -> PlaybackSession? {
        await current?.close()
        (current, next) = (next, nil)
        return current
    }

    /// The user went elsewhere.
    func cancel() async {
        await next?.close()
        next = nil
    }

    func close() async {
        await cancel()
        await current?.close()
        current = nil
    }
}
