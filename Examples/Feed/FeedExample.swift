import Foundation
import Shoal

/// `example-feed SDK-KEY URL…`: plays one video after the other with ffmpeg, each prepared before.
@main struct FeedExample {
    static func main() async throws {
        let arguments = CommandLine.arguments.dropFirst()
        let urls = arguments.dropFirst().compactMap(URL.init(string:))
        guard let key = arguments.first, let first = urls.first else {
            print("usage: example-feed SDK-KEY URL...")
            exit(2)
        }
        let client = try P2PClient(sdkKey: key, bundleId: "example.feed")
        let feed = Feed(client: client)
        try await feed.prepare(first)
        for index in urls.indices {
            guard let session = await feed.advance() else { break }
            // Before the player starts, so that it is ready when the player is done.
            if index + 1 < urls.endIndex { try await feed.prepare(urls[index + 1]) }
            let status = try await play(session.playbackUrl)
            let statistics = await session.statistics()
            print(
                "\(urls[index].lastPathComponent): status \(status),"
                    + " \(statistics.deliveredBytes) bytes played,"
                    + " \(statistics.peerBytes) from peers")
        }
        await feed.close()
        await P2PSDK.shutdown()
    }

    private static func play(_ url: URL) async throws -> Int32 {
        try await withCheckedThrowingContinuation { ended in
            let player = Process()
            player.executableURL = URL(filePath: "/usr/bin/env")
            player.arguments = [
                "ffmpeg", "-nostdin", "-v", "error", "-i", url.absoluteString, "-f", "null", "-",
            ]
            player.terminationHandler = { ended.resume(returning: $0.terminationStatus) }
            do { try player.run() } catch { ended.resume(throwing: error) }
        }
    }
}
