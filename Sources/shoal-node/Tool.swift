import Foundation
import NodeConfiguration
import Shoal

/// Runs the engine for one or more media URLs, prints where to play them, and goes on until stopped.
@main
struct Tool {
    static func main() async {
        do {
            switch try NodeCommand.parse(Array(CommandLine.arguments.dropFirst())) {
            case .help: say(NodeCommand.usage + NodeConfiguration.flags)
            case .printConfiguration(let configuration): say(configuration.printed)
            case .checkConfiguration: say("the configuration is good")
            case .run(let configuration, let source): try await run(configuration, source)
            }
        } catch let error as ConfigurationProblem {
            complain("\(error)\nTry: shoal-node --help")
            exit(64)
        } catch {
            complain("\(error)")
            exit(1)
        }
    }

    private static func run(
        _ configuration: NodeConfiguration, _ source: NodeCommand.Source
    ) async throws {
        guard let sdkKey = try configuration.sdkKey?.reveal() else { return }
        // Before any thread starts, so that a signal finds nobody who would die of it.
        let signals = NodeSignals()
        let client = try P2PClient(
            sdkKey: sdkKey, bundleId: "shoal-node", configuration: configuration.client)
        var sessions: [(url: URL, session: PlaybackSession)] = []
        for url in configuration.urls {
            let session = try await client.createPlaybackSession(
                url: url, options: configuration.options)
            sessions.append((url, session))
            say("playback url=\(session.playbackUrl.absoluteString)")
        }
        if let usage = await client.uploadUsage(), usage.isEstimated {
            complain(
                "part of this month's count of uploads is a guess: the usage file could not be"
                    + " understood at some time")
        }
        let store = StoreWatch(client: client)
        await store.look()
        let operations = NodeOperations(
            client, sessions: sessions.map(\.session), configuration, source)
        try await operations.run(until: signals, every: configuration.interval) { [sessions] in
            for (url, session) in sessions {
                let stats = await session.statistics()
                say(
                    "statistics host=\(url.host() ?? "") peers=\(stats.peers)"
                        + " peer_bytes=\(stats.peerBytes) cdn_bytes=\(stats.cdnBytes)"
                        + " store_bytes=\(stats.storeBytes)"
                        + " uploaded_bytes=\(stats.uploadedBytes)"
                        + " refused=\(stats.refusedByReason.values.reduce(0, +))"
                        + " offload=\(String(format: "%.3f", stats.offloadRatio))"
                        + (await session.unavailableReason().map { " unavailable=\($0)" } ?? ""))
            }
            await store.look()
            guard let usage = await client.uploadUsage() else { return }
            say("uploads today_bytes=\(usage.bytesToday) month_bytes=\(usage.bytesThisMonth)")
            if !usage.isSaved { complain("the usage file cannot be written") }
        }
        await P2PSDK.shutdown()
    }

    static func say(_ line: String) {
        FileHandle.standardOutput.write(Data((line + "\n").utf8))
    }

    static func complain(_ text: String) {
        FileHandle.standardError.write(Data("shoal-node: \(text)\n".utf8))
    }
}
