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
        await withTaskGroup { group in
            group.addTask { await play(settings) }
            await endOfInput()
            endAtTheLatest()
            group.cancelAll()
        }
        await P2PSDK.shutdown()
    }

    private static func play(_ settings: PeerArguments) async {
        do {
            let pause = settings.begin - Date.now.timeIntervalSince1970
            try await Task.sleep(for: .seconds(max(0, pause)))
            let viewer = try await viewer(settings)
            await withTaskGroup { group in
                group.addTask { await viewer.play() }
                while !Task.isCancelled {
                    tell(await viewer.refresh())
                    do { try await Task.sleep(for: reportInterval) } catch { break }
                }
                tell(await viewer.refresh())
            }
        } catch {
            var report = ViewerReport()
            report.phase = .failed
            report.problem = "\(error)"
            tell(report)
        }
    }

    private static func viewer(_ settings: PeerArguments) async throws -> Viewer {
        let begin = ContinuousClock.now
        guard let origin = URL(string: settings.url) else { throw P2PError.malformedURL }
        switch settings.way {
        case .direct(let text):
            guard let url = URL(string: text) else { throw P2PError.malformedURL }
            return Viewer(
                url: url, session: nil, origin: origin, settings: settings, begin: begin)
        case .swarm, .engineAlone:
            let client = try P2PClient(
                sdkKey: settings.sdkKey, bundleId: "shoal-swarm",
                configuration: P2PConfiguration(
                    peerInterface: .loopback, uploadLimit: settings.uploadLimit))
            let session = try await client.createPlaybackSession(
                url: origin, options: P2PPlaybackOptions(isP2PEnabled: settings.way == .swarm))
            return Viewer(
                url: session.playbackUrl, session: session, origin: origin, settings: settings,
                begin: begin)
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
