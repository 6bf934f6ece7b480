import Foundation
import Shoal

/// `example-player SDK-KEY URL [MPV-OPTION…]`: plays a URL with mpv, and prints where the bytes came from.
@main struct PlayerExample {
    static func main() async throws {
        let arguments = CommandLine.arguments.dropFirst()
        guard let key = arguments.first, let url = arguments.dropFirst().first.flatMap(URL.init)
        else {
            print("usage: example-player SDK-KEY URL [MPV-OPTION...]")
            exit(2)
        }
        let client = try P2PClient(sdkKey: key, bundleId: "example.player")
        let session = try await client.createPlaybackSession(url: url)
        let listener = Printer()
        session.addEventListener(listener)

        let player = try MPV(
            playing: session.playbackUrl, options: Array(arguments.dropFirst(2)))
        var reported = 0
        for await report in player.reports {
            reported += 1
            switch report {
            case .position(let seconds):
                session.updateCurrentPositionMs(milliseconds(seconds))
            case .buffered(let seconds):
                session.updateBufferedDurationMs(milliseconds(seconds))
            case .paused(let isPaused):
                session.updatePlaybackRate(isPaused ? 0 : 1)
            }
        }
        let status = await player.end()

        let statistics = await session.statistics()
        await session.close()
        await P2PSDK.shutdown()
        print("the player ended with \(status) after \(reported) reports")
        print(
            "\(statistics.deliveredBytes) bytes played: \(statistics.peerBytes) from peers,"
                + " \(statistics.cdnBytes) from the CDN")
        for (reason, bytes) in statistics.cdnBytesByReason.sorted(by: { $0.key < $1.key }) {
            print("  \(reason): \(bytes)")
        }
        exit(status)
    }

    /// The interface takes milliseconds, and refuses what is negative.
    private static func milliseconds(_ seconds: Double) -> Int64 {
        Int64(exactly: (seconds * 1000).rounded()) ?? -1
    }
}

/// Prints what happens to the exchange; playback is not affected by any of it.
private final class Printer: P2PEventListener {
    func onP2PReady() { print("peers can be of use") }
    func onP2PUnavailable(_ reason: P2PUnavailableReason) { print("no acceleration: \(reason)") }
    func onPeerCountChanged(_ peerCount: Int) { print("peers: \(peerCount)") }
}
