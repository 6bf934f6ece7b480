import EdgeNode
import Foundation
import NodeConfiguration
import Operations
import Shoal

/// Runs the engine for one or more media URLs, prints where to play them, and goes on until stopped.
@main
struct Tool {
    static func main() async {
        do {
            switch try NodeCommand.parse(Array(CommandLine.arguments.dropFirst())) {
            case .version: say("shoal-node \(P2PSDK.version)")
            case .help: say(NodeCommand.usage + NodeConfiguration.flags)
            case .printConfiguration(let configuration): say(configuration.printed)
            case .checkConfiguration: say("the configuration is good")
            case .probe(let url, let configuration):
                say(try await EdgeNode.probe(url, with: configuration))
            case .statistics(let question): try await show(question)
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
        // Before any thread starts, so that a signal finds nobody who would die of it.
        let signals = NodeSignals()
        let log = NodeLog(format: configuration.logFormat)
        let node = try EdgeNode(
            configuration,
            grantProvider: configuration.grantCommand.map {
                grantProvider($0, log)
            },
            onAccess: { log.write("access", $0.fields) })
        try await node.start()
        for playback in await node.playbacks {
            log.write("playback", own: playback.session.playbackUrl.absoluteString)
        }
        for address in await node.addresses {
            for site in configuration.sites.keys.sorted() {
                log.write("site", own: "http://\(address)/\(site)/")
            }
        }
        let client = node.client
        if let usage = await client.uploadUsage(), usage.isEstimated {
            log.complain(
                "part of this month's count of uploads is a guess: the usage file could not be"
                    + " understood at some time")
        }
        let store = StoreWatch(client: client, log: log)
        await store.look()
        let operations = NodeOperations(node, source, log)
        try await operations.run(until: signals, every: configuration.interval) {
            for playback in await node.playbacks {
                let (url, session) = (playback.url, playback.session)
                let stats = await session.statistics()
                log.write(
                    "statistics",
                    [
                        "host": .string(url.host() ?? ""), "peers": .int(stats.peers),
                        "peer_bytes": .int(stats.peerBytes), "cdn_bytes": .int(stats.cdnBytes),
                        "store_bytes": .int(stats.storeBytes),
                        "uploaded_bytes": .int(stats.uploadedBytes),
                        "refused": .int(stats.refusedByReason.values.reduce(0, +)),
                        "offload": .double((stats.offloadRatio * 1_000).rounded() / 1_000),
                        "unavailable": .string(
                            await session.unavailableReason().map { "\($0)" } ?? "-"),
                    ])
            }
            await store.look()
            guard let usage = await client.uploadUsage() else { return }
            log.write(
                "uploads",
                [
                    "today_bytes": .int(usage.bytesToday),
                    "month_bytes": .int(usage.bytesThisMonth),
                ])
            if !usage.isSaved { log.complain("the usage file cannot be written") }
        }
        await P2PSDK.shutdown()
    }

    /// Asks the operator's command, whose complaints are the node's.
    private static func grantProvider(
        _ command: String, _ log: NodeLog
    ) -> P2PConfiguration.GrantProvider {
        let command = GrantCommand(text: command)
        return { request in
            do {
                return try await command.grant(request)
            } catch {
                log.complain("\(error)")
                throw error
            }
        }
    }

    static func say(_ line: String) {
        FileHandle.standardOutput.write(Data((line + "\n").utf8))
    }

    static func complain(_ text: String) {
        FileHandle.standardError.write(Data("shoal-node: \(text)\n".utf8))
    }
}
