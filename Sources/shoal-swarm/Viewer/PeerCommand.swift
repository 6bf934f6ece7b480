import Foundation
import Shoal

/// One viewer's process: plays and reports a JSON line several times a second, then goes on seeding
/// until its standard input ends.
enum PeerCommand {
    private static let reportInterval = Duration.milliseconds(250)
    private static let longestShutdown = Duration.seconds(20)

    static func run() async throws {
        guard let line = readLine() else { return }
        let settings = try JSONDecoder().decode(PeerArguments.self, from: Data(line.utf8))
        guard let url = URL(string: settings.url) else { throw P2PError.malformedURL }
        let client = try P2PClient(
            sdkKey: settings.sdkKey, bundleId: "shoal-swarm",
            configuration: P2PConfiguration(
                peerInterface: .loopback, uploadLimit: settings.uploadLimit))
        let session = try await client.createPlaybackSession(
            url: url, options: P2PPlaybackOptions(isP2PEnabled: settings.usesPeers))
        let viewer = Viewer(session: session, origin: url, settings: settings)
        await withTaskGroup { group in
            group.addTask { await viewer.play() }
            group.addTask { await report(viewer) }
            await endOfInput()
            endAtTheLatest()
            tell(await viewer.refresh())
            group.cancelAll()
        }
        await P2PSDK.shutdown()
    }

    private static func report(_ viewer: Viewer) async {
        while !Task.isCancelled {
            tell(await viewer.refresh())
            do { try await Task.sleep(for: reportInterval) } catch { return }
        }
    }

    private static func endOfInput() async {
        for await _ in FileHandle.standardInput.chunks() {}
    }

    /// A run that was killed leaves nobody who would end a viewer that hangs.
    private static func endAtTheLatest() {
        Task {
            try await Task.sleep(for: longestShutdown)
            Output.complain("the engine did not shut down within \(longestShutdown)")
            exit(1)
        }
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
