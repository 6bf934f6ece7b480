import EventLoop
import Foundation

/// Plays tickets on the engine: a `PlayerSDK` whose pictures the application's own player shows.
///
/// `P2PClient.createTicketPlayback(player:resolver:deviceValues:)` makes one, for a ``PlaybackController`` or
/// for a controller of the application's own. Each ticket is resolved, gets a session, and the player is
/// given its `playbackUrl`. A candidate that was preloaded uploads nothing before it is played; three are
/// held at most. Tickets are in memory alone.
@MainActor
public final class TicketPlayback: PlayerSDK {
    /// One session, from the question where its media is until it is closed.
    private struct Slot {
        var session: PlaybackSession?
        var error: (any Error)?
        let life: Task<Void, Never>
    }

    private let client: P2PClient
    private let resolver: TicketResolver
    private let readDeviceValues: @MainActor () throws -> DeviceValues
    private weak var player: (any TicketPlayer)?
    private var sessions = TicketSessions()
    private var slots: [Int: Slot] = [:]
    private var position = 0.0

    public var onError: ((any Error) -> Void)?

    init(
        client: P2PClient, player: any TicketPlayer, resolver: TicketResolver,
        deviceValues: @escaping @MainActor () throws -> DeviceValues
    ) {
        self.client = client
        self.player = player
        self.resolver = resolver
        readDeviceValues = deviceValues
    }

    isolated deinit {
        for slot in slots.values { slot.life.cancel() }
    }

    // MARK: - What a controller says

    public func deviceValues() throws -> DeviceValues { try readDeviceValues() }

    public func play(vid: String, playAuthToken: String, startAt seconds: Double) {
        position = seconds.isFinite ? max(0, seconds) : 0
        let ticket = TicketSessions.Ticket(vid: vid, token: playAuthToken)
        perform(sessions.play(ticket, at: position))
    }

    public func preload(vid: String, playAuthToken: String) {
        perform(sessions.preload(TicketSessions.Ticket(vid: vid, token: playAuthToken)))
    }

    public func addSubtitles(_ subtitles: [PlaybackTicket.Subtitle]) {
        perform(sessions.add(subtitles))
    }

    /// What the player has reported last, or where it has been told to begin.
    public var currentTime: Double { position }

    // MARK: - What the player says

    /// The session of what the player was told to load, to be told of its buffer and asked for statistics.
    public var session: PlaybackSession? { sessions.loaded.flatMap { slots[$0]?.session } }

    /// Reports the position in seconds, about once a second and after a seek.
    ///
    /// Until the player has been told to load what is wanted now, reports are of something else and change
    /// nothing; nor does a negative or non-finite value.
    public func updateCurrentTime(_ seconds: Double) {
        guard seconds.isFinite, seconds >= 0, let session else { return }
        position = seconds
        session.updateCurrentPositionMs(Int64(min(seconds, 1e12) * 1_000))
    }

    /// Says that the player cannot go on with what it has loaded.
    ///
    /// It comes out at `onError`, unless an error of the same playback already has.
    public func playerFailed(_ error: any Error) {
        if let id = sessions.loaded { slots[id]?.error = error }
        perform(sessions.playerFailed())
    }

    /// Closes what is played and what was prepared; once this has returned, nobody is called any more.
    public func close() async {
        let lives = slots.values.map(\.life)
        perform(sessions.close())
        for life in lives { await life.value }
    }

    // MARK: - Actions

    private func perform(_ actions: [TicketSessions.Action]) {
        for action in actions {
            switch action {
            case .open(let id, let ticket):
                let life = Task { [weak self, client, resolver] in
                    await Self.live(ticket, client, resolver) { self?.heard($0, of: id) }
                }
                slots[id] = Slot(life: life)
            case .preload(let id):
                slots[id]?.session?.preload()
            case .load(let id, let position):
                guard let session = slots[id]?.session else { continue }
                player?.load(session.playbackUrl, at: position)
            case .show(let subtitles):
                player?.addSubtitles(subtitles)
            case .fail(let id):
                onError?(slots[id]?.error ?? TicketError.refused)
            case .close(let id):
                slots.removeValue(forKey: id)?.life.cancel()
            }
        }
    }

    private enum News {
        case opened(PlaybackSession)
        case failed(any Error)
    }

    /// Opens a session, says when the origin refuses it, and closes it when it is cancelled.
    private static func live(
        _ ticket: TicketSessions.Ticket, _ client: P2PClient, _ resolver: TicketResolver,
        tell: (News) -> Void
    ) async {
        do {
            let session = try await open(ticket, client, resolver)
            let (refusals, refusal) = AsyncStream.makeStream(
                of: Void.self, bufferingPolicy: .bufferingNewest(1))
            await session.onOriginRefusal { refusal.yield() }
            tell(.opened(session))
            for await _ in refusals { tell(.failed(TicketError.refused)) }
            await session.close()
        } catch {
            tell(.failed(error))
        }
    }

    private static func open(
        _ ticket: TicketSessions.Ticket, _ client: P2PClient, _ resolver: TicketResolver
    ) async throws -> PlaybackSession {
        let media = try await resolver.media(for: ticket, by: client)
        var options = media.options
        options.originCredentials = media.credential.map {
            resolver.credentials($0, in: media.queryParameter, for: ticket, by: client)
        }
        return try await client.createPlaybackSession(url: media.url, options: options)
    }

    private func heard(_ news: News, of id: Int) {
        switch news {
        case .opened(let session):
            slots[id]?.session = session
            perform(sessions.opened(id))
        case .failed(let error):
            slots[id]?.error = error
            perform(sessions.failed(id))
        }
    }
}
