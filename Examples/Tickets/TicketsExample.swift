import Foundation
import Shoal

/// `example-tickets SDK-KEY APP-ID LICENCE BACKEND SESSION FILM EPISODE`: plays an episode with a ticket.
///
/// The backend answers at `BACKEND/v1/play`, and says at `BACKEND/media` what a ticket opens.
@main struct TicketsExample {
    @MainActor
    static func main() async throws {
        let arguments = Array(CommandLine.arguments.dropFirst())
        guard arguments.count == 7, let server = URL(string: arguments[3]),
            let episode = Int(arguments[6])
        else {
            print("usage: example-tickets SDK-KEY APP-ID LICENCE BACKEND SESSION FILM EPISODE")
            exit(2)
        }
        let client = try P2PClient(sdkKey: arguments[0], bundleId: "example.tickets")
        // Before anything else: without a licence there are no device values.
        try await P2PSDK.start(
            appID: arguments[1], licence: Data(contentsOf: URL(filePath: arguments[2])),
            client: client)

        let player = FFmpegPlayer()
        let playback = client.createTicketPlayback(
            player: player, resolver: .server(server.appending(path: "media")))
        let backend = try Backend(baseURL: server, client: client) { [session = arguments[4]] in
            session
        }
        let controller = PlaybackController(sdk: playback, backend: backend)
        let (ends, end) = AsyncStream.makeStream(of: Bool.self)
        controller.onState = { state in
            print("\(state)")
            switch state {
            case .loading, .playing: break
            case .paywall, .message: end.yield(false)
            }
        }
        player.onEnd = { status in
            if status == 0 {
                end.yield(true)
            } else {
                playback.playerFailed(FFmpegPlayer.Ended(status: status))
            }
        }
        await controller.start(filmId: arguments[5], episodeNo: episode)
        var hasPlayed = false
        for await isPlayed in ends {
            hasPlayed = isPlayed
            break
        }
        if let statistics = await playback.session?.statistics() {
            print("\(statistics.deliveredBytes) bytes played")
        }
        await playback.close()
        await P2PSDK.shutdown()
        exit(hasPlayed ? 0 : 1)
    }
}
