import Foundation
import Shoal

/// One viewer's process: plays, reports a JSON line several times a second, then goes on seeding
/// until its standard input ends.
enum PeerCommand {
    private static let reportInterval = Duration.milliseconds(250)

    static func run() async throws {
        guard let line = readLine() else { return }
        let settings = try JSONDecoder().decode(PeerArguments.self, from: Data(line.utf8))
        guard let url = URL(string: settings.url) else { throw P2PError.malformedURL }
        let client = try P2PClient(
            sdkKey: settings.sdkKey, bundleId: "shoal-swarm",
            configuration: P2PConfiguration(
                peerInterface: .loopback, uploadLimit: settings.uploadLimit.map { $0 << 10 }))
        let session = try await client.createPlaybackSession(
            url: url, options: P2PPlaybackOptions(isP2PEnabled: settings.usesPeers))
        let viewer = Viewer(session: session, origin: url, settings: settings)
        await withTaskGroup { group in
            group.addTask { await viewer.play() }
            group.addTask {
                while !Task.isCancelled {
                    tell(await viewer.refresh())
                    do { try await Task.sleep(for: reportInterval) } catch { return }
                }
            }
            await endOfInput()
            group.cancelAll()
        }
        tell(await viewer.refresh())
        await P2PSDK.shutdown()
    }

    private static func endOfInput() async {
        let input = FileHandle.standardInput
        let ended = AsyncStream<Void>(bufferingPolicy: .bufferingNewest(1)) { continuation in
            input.readabilityHandler = { handle in
                if handle.availableData.isEmpty { continuation.finish() }
            }
        }
        for await _ in ended {}
        input.readabilityHandler = nil
    }

    private static func tell(_ report: ViewerReport) {
        do {
            let line = try JSONEncoder().encode(report) + Data("\n".utf8)
            try FileHandle.standardOutput.write(contentsOf: line)
        } catch {
            // Nobody listens any more: the run is over.
            exit(1)
        }
    }
}
