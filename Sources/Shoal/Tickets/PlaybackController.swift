import Foundation

/// Has a player play episodes with tickets from a backend: prefetched, replaced once, never in a loop.
///
/// It asks nobody but the two that it is given. Tickets are in memory alone.
@MainActor
public final class PlaybackController {
    /// Asks a backend for a ticket; what it throws counts as slow.
    public typealias Ask =
        @MainActor (
            _ filmId: String, _ episodeNo: Int, _ device: DeviceValues
        ) async throws -> PlaybackAnswer

    /// Called with what the screen has to show.
    public var onState: ((PlaybackState) -> Void)?

    private let sdk: any PlayerSDK
    private let ask: Ask
    private let clock: () -> Date
    private var machine = TicketMachine()

    /// Takes over the player's `onError`.
    public convenience init(sdk: any PlayerSDK, backend: Backend) {
        self.init(sdk: sdk) {
            try await backend.play(filmId: $0, episodeNo: $1, device: $2)
        }
    }

    /// Takes over the player's `onError`; the backend is the application's own to ask.
    public convenience init(sdk: any PlayerSDK, ask: @escaping Ask) {
        self.init(sdk: sdk, clock: { Date() }, ask: ask)
    }

    /// `clock` says what time it is.
    init(sdk: any PlayerSDK, clock: @escaping () -> Date, ask: @escaping Ask) {
        self.sdk = sdk
        self.clock = clock
        self.ask = ask
        sdk.onError = { [weak self] _ in
            Task { @MainActor in await self?.playerFailed() }
        }
    }

    /// The viewer wants an episode; returns when the backend has answered.
    public func start(filmId: String, episodeNo: Int) async {
        let device = readDevice()
        let episode = TicketMachine.Episode(film: filmId, number: episodeNo)
        await perform(machine.start(episode, hasDevice: device != nil, at: clock()), device)
    }

    /// The application is back from the background; returns when a ticket was replaced that had to be.
    public func willEnterForeground() async {
        let device = readDevice()
        await perform(
            machine.cameToForeground(
                at: sdk.currentTime, hasDevice: device != nil, now: clock()), device)
    }

    private func playerFailed() async {
        let device = readDevice()
        await perform(
            machine.playerFailed(at: sdk.currentTime, hasDevice: device != nil), device)
    }

    /// Nil whatever the player says to it: the screen says the same for all.
    private func readDevice() -> DeviceValues? {
        do { return try sdk.deviceValues() } catch { return nil }
    }

    /// Nil where there is no answer, for whatever reason.
    private func ask(
        _ episode: TicketMachine.Episode, _ device: DeviceValues
    ) async -> PlaybackAnswer? {
        do {
            return try await ask(episode.film, episode.number, device)
        } catch {
            return nil
        }
    }

    private func perform(_ actions: [TicketMachine.Action], _ device: DeviceValues?) async {
        for action in actions {
            switch action {
            case .show(let state):
                onState?(state)
            case .play(let ticket, let position):
                sdk.play(
                    vid: ticket.vid, playAuthToken: ticket.playAuthToken, startAt: position)
                sdk.addSubtitles(ticket.subtitles)
            case .preload(let ticket):
                sdk.preload(vid: ticket.vid, playAuthToken: ticket.playAuthToken)
            case .ask(let request, let episode):
                guard let device else { continue }
                let answer = await ask(episode, device)
                await perform(machine.answered(request, answer), device)
            }
        }
    }
}
