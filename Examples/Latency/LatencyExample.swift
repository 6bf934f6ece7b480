import Foundation
import Shoal

/// `example-latency SDK-KEY PAGE MEDIA LOW [MODE]`: a live channel in two latency modes, for a player in a
/// page of the origin PAGE.
///
/// It prints what to load whenever that changes, and reads from its standard input what the viewer wants:
/// `def`, `low`, `behind` the live edge and at the `edge` again.
@main struct LatencyExample {
    static func main() async throws {
        let arguments = Array(CommandLine.arguments.dropFirst())
        guard arguments.count >= 4, let media = URL(string: arguments[2]),
            let low = URL(string: arguments[3])
        else {
            print("usage: example-latency SDK-KEY PAGE MEDIA LOW [def|low]")
            exit(2)
        }
        let client = try P2PClient(
            sdkKey: arguments[0], bundleId: "example.latency",
            configuration: P2PConfiguration(allowedOrigins: [arguments[1]]))
        let playback = try await client.createLatencyPlayback(
            LatencyConfiguration(
                media: [LatencyConfiguration.Source(url: media)],
                lowLatencyMedia: [LatencyConfiguration.Source(url: low)],
                initialMode: arguments.dropFirst(4).first.flatMap(LatencyMode.init) ?? .def))
        let events = Task {
            for await case .latencyModeChanged(let mode, let there) in playback.eventStream() {
                say("mode=\(mode) low=\(there.low) url=\(playback.playbackUrl)")
            }
        }
        for await wish in wishes() {
            switch wish {
            case "behind": playback.setAtLiveEdge(false)
            case "edge": playback.setAtLiveEdge(true)
            case "statistics":
                let statistics = await playback.session.statistics()
                say("peers=\(statistics.peers) offload=\(statistics.offloadRatio)")
            case let name: playback.setLatencyMode(LatencyMode(rawValue: name))
            }
        }
        await playback.close()
        await events.value
        await P2PSDK.shutdown()
    }

    /// The lines of the standard input, which are waited for on a thread of their own.
    private static func wishes() -> AsyncStream<String> {
        let (lines, line) = AsyncStream.makeStream(of: String.self)
        Thread.detachNewThread {
            while let text = readLine() { line.yield(text) }
            line.finish()
        }
        return lines
    }

    private static func say(_ line: String) {
        FileHandle.standardOutput.write(Data((line + "\n").utf8))
    }
}
