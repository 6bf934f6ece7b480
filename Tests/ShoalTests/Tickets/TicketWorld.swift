import Foundation
import IOTestSupport
import SwarmTestSupport
import Testing

@testable import Shoal

/// A viewer's device with a player and a screen, before a backend, a resolver and an origin that are real.
@MainActor
final class TicketWorld {
    /// The application's player: it writes down what it is told.
    @MainActor
    final class Player: TicketPlayer {
        struct Load: Equatable {
            let url: URL
            let position: Double
        }

        private(set) var loads: [Load] = []
        private(set) var subtitles: [[PlaybackTicket.Subtitle]] = []

        func load(_ playbackUrl: URL, at seconds: Double) {
            loads.append(Load(url: playbackUrl, position: seconds))
        }

        func addSubtitles(_ subtitles: [PlaybackTicket.Subtitle]) {
            self.subtitles.append(subtitles)
        }
    }

    let scene: Scene
    let server: TicketServer
    let client: P2PClient
    let player = Player()
    let playback: TicketPlayback
    /// What came out at `onError`, unless a controller has taken that over.
    private(set) var errors: [String] = []
    // MARK: Of the controller, once there is one
    var now = Date(timeIntervalSince1970: 1_769_860_800)
    private(set) var states: [PlaybackState] = []

    init(
        _ scene: Scene, _ server: TicketServer, client: P2PClient? = nil,
        resolver: TicketResolver? = nil
    ) async throws {
        self.scene = scene
        self.server = server
        let made: P2PClient
        if let client { made = client } else { made = try await scene.client() }
        self.client = made
        playback = try made.createTicketPlayback(
            player: player, resolver: resolver ?? .server(server.url("/media"))
        ) {
            try #require(DeviceValues(unionInfo: "device-1", drmKek: "key-1"))
        }
        playback.onError = { [weak self] in self?.errors.append("\($0)") }
    }

    /// Gives `body` a viewer before an origin that shows its video to nobody without a ticket's credential.
    static func run(
        video: TestVideo = TestVideo(segments: 4, length: 60_000),
        _ body: @MainActor (TicketWorld) async throws -> Void
    ) async throws {
        try await Scene.run(video: video) { scene in
            try await TicketServer.run { server in
                server.setMedia(scene.origin.url(TestVideo.master))
                scene.origin.guardDoor { server.isGood($0) }
                let world = try await TicketWorld(scene, server)
                try await body(world)
                await world.playback.close()
            }
        }
    }

    /// A controller that asks the server over HTTP, at the world's time, and no longer than `limit`.
    func makeController(limit: Duration = BackendCall.limit) throws -> PlaybackController {
        let backend = try Backend(baseURL: server.url("/"), client: client, limit: limit) {
            "viewer-1"
        }
        let controller = PlaybackController(sdk: playback, clock: { [unowned self] in now }) {
            try await backend.play(filmId: $0, episodeNo: $1, device: $2)
        }
        controller.onState = { [unowned self] in states.append($0) }
        return controller
    }

    /// Of a ticket that is given out now, as a backend writes it.
    func expiry(minutes: Double) -> String { (now + minutes * 60).ISO8601Format() }

    func play(_ name: String, at position: Double = 0) {
        playback.play(vid: name, playAuthToken: server.ticket(name), startAt: position)
    }

    func preload(_ name: String) {
        playback.preload(vid: name, playAuthToken: server.ticket(name))
    }

    /// Waits until the player has been told to load so many times, and gives the last URL.
    @discardableResult
    func loaded(_ count: Int = 1) async throws -> URL {
        try await until { $0.player.loads.count >= count }
        return try #require(player.loads.last?.url)
    }

    /// Asks for what was loaded last as a player would; the status of the first answer that is none of 200.
    func watch(_ url: URL? = nil) async throws -> Int {
        let url = try url ?? #require(player.loads.last?.url)
        let first = try await scene.player.get(url)
        guard first.status == 200 else { return first.status }
        for (number, segment) in try await scene.player.segments(of: url).enumerated() {
            let answer = try await scene.player.get(segment)
            guard answer.status == 200 else { return answer.status }
            #expect(answer.body == scene.video.segments[number])
        }
        return 200
    }

    /// Waits until it is so.
    func until(_ condition: (TicketWorld) async throws -> Bool) async throws {
        while try await !condition(self) {
            try Task.checkCancellation()
            try await scene.player.loop.pass(.milliseconds(2))
        }
    }

    /// Until whatever was begun is over, as far as this thread and the loop go.
    func settle() async throws {
        for _ in 0..<5 {
            try await scene.player.loop.pass(.milliseconds(2))
            for _ in 0..<20 { await Task.yield() }
        }
    }
}
