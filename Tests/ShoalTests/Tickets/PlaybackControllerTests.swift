import Foundation
import Testing

@testable import Shoal

/// The checklist of ticketed playback: what the screen shows, and what player and backend are asked.
@MainActor
@Suite(.timeLimit(.minutes(1))) struct PlaybackControllerTests {
    private let scene = TicketScene()

    private func playing(_ vid: String = "one") async {
        scene.answers = [.ticket(scene.ticket(vid), next: [:])]
        await scene.start(1)
        #expect(scene.states == [.loading, .playing])
    }

    @Test(
        arguments: [
            (.locked, .paywall),
            (.unavailable, .message("This title is no longer available", canRetry: false)),
            (.notReady, .message("Not available yet", canRetry: false)),
            (.busy, .message("Busy, try again in a moment", canRetry: true)),
            (.broken, .message("Couldn't load this episode", canRetry: true)),
        ] as [(PlaybackAnswer.Outcome, PlaybackState)])
    func `Tickets B4: each outcome has its screen`(
        outcome: PlaybackAnswer.Outcome, screen: PlaybackState
    ) async {
        scene.answers = [.refused(outcome)]
        await scene.start(1)
        #expect(scene.states == [.loading, screen])
        #expect(scene.plays.isEmpty)
    }

    @Test func `Tickets B4: a backend that fails is said to be slow`() async {
        await scene.start(1)
        #expect(
            scene.states == [.loading, .message("Taking longer than usual", canRetry: true)])
    }

    @Test
    func `Tickets B4: a prefetched ticket plays at once, and the backend is asked all the same`()
        async
    {
        scene.answers = [
            .ticket(scene.ticket("one"), next: [2: scene.ticket("two")]), .refused(.busy),
        ]
        await scene.start(1)
        #expect(scene.preloads == ["two"])
        await scene.start(2)
        #expect(scene.plays.map(\.vid) == ["one", "two"])
        #expect(scene.requests.map(\.episode) == [1, 2])
        #expect(scene.states == [.loading, .playing, .loading, .playing])
    }

    @Test func `Tickets B4: no prefetched ticket, or a stale one, is no error`() async {
        scene.answers = [
            .ticket(scene.ticket("one"), next: [2: scene.ticket("stale", minutes: 0.5)]),
            .ticket(scene.ticket("two"), next: [:]),
        ]
        await scene.start(1)
        await scene.start(2)
        #expect(scene.plays.map(\.vid) == ["one", "two"])
        await scene.start(2)
        #expect(scene.plays.map(\.vid) == ["one", "two", "two"])
    }

    @Test
    func `Tickets B5: an error has one fresh ticket play on at the same position, and no more`()
        async
    {
        await playing()
        scene.answers = [.ticket(scene.ticket("fresh"), next: [:])]
        scene.currentTime = 71.5
        await scene.fail()
        #expect(scene.plays.last == .init(vid: "fresh", position: 71.5))
        #expect(scene.requests.count == 2)
        for _ in 0..<3 { await scene.fail() }
        #expect(scene.requests.count == 2)
        #expect(
            scene.states.last == .message("Couldn't load this episode", canRetry: true))
    }

    @Test func `Tickets B5: where no fresh ticket comes, that is said, and nothing is tried again`()
        async
    {
        await playing()
        scene.answers = [.refused(.busy)]
        await scene.fail()
        await scene.fail()
        #expect(scene.requests.count == 2)
        #expect(
            scene.states.suffix(1) == [.message("Couldn't load this episode", canRetry: true)])
    }

    @Test(arguments: [(28.0, false), (29.5, true), (45.0, true)])
    func `Tickets B5: back from the background, a ticket with under a minute left is replaced`(
        minutes: Double, isReplaced: Bool
    ) async {
        await playing()
        scene.currentTime = 12
        scene.now += minutes * 60
        scene.answers = [.ticket(scene.ticket("fresh"), next: [:])]
        await scene.controller.willEnterForeground()
        #expect(scene.requests.count == (isReplaced ? 2 : 1))
        #expect(
            scene.plays.last
                == (isReplaced
                    ? .init(vid: "fresh", position: 12) : .init(vid: "one", position: 0)))
    }

    @Test func `Tickets B5: an episode without subtitles plays`() async {
        await playing()
        #expect(scene.subtitles == [0])
    }

    @Test func `without device values nobody is asked`() async {
        scene.hasLicence = false
        await scene.start(1)
        #expect(scene.requests.isEmpty)
        #expect(
            scene.states
                == [.loading, .message("Couldn't load this episode", canRetry: false)])
    }

    @Test(arguments: ["", "nil", "(null)"])
    func `values that are none cannot be sent`(text: String) {
        #expect(DeviceValues(unionInfo: text, drmKek: "key") == nil)
        #expect(DeviceValues(unionInfo: "device", drmKek: text) == nil)
    }

    @Test func `no description shows a token`() {
        let ticket = scene.ticket("one")
        var dumped = ""
        dump(PlaybackAnswer.ticket(ticket, next: [2: ticket]), to: &dumped)
        for text in ["\(ticket)", String(reflecting: [ticket]), dumped] {
            #expect(!text.contains("canary"), "\(text)")
        }
    }
}
