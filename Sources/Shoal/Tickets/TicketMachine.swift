import Foundation

/// When a ticket is asked for, played and replaced, and what the screen shows of it.
///
/// - A prefetched ticket plays at once; the backend is asked all the same, which records the view.
/// - An error of the player has one fresh ticket asked for, and playback goes on at the same position.
///   The next error is shown: never a loop.
/// - An answer to what is not wanted any more changes nothing on the screen.
struct TicketMachine {
    struct Episode: Hashable, Sendable {
        let film: String
        let number: Int
    }

    enum Action: Hashable {
        case show(PlaybackState)
        case ask(request: Int, Episode)
        case play(PlaybackTicket, at: Double)
        case preload(PlaybackTicket)
    }

    private struct Playback {
        let episode: Episode
        let ticket: PlaybackTicket
        /// Whether the next error has a fresh ticket asked for.
        var mayRefresh: Bool
    }

    private enum State {
        case idle
        /// Nothing plays before the answer.
        case asking(request: Int)
        case playing(Playback)
        /// The player waits for another ticket, to go on at `position`.
        case refreshing(Playback, request: Int, position: Double)
        /// A message is shown; what was played before, if anything.
        case stopped(Playback?)
    }

    static let notLoaded = PlaybackState.message("Couldn't load this episode", canRetry: true)
    static let notSetUp = PlaybackState.message("Couldn't load this episode", canRetry: false)
    static let slow = PlaybackState.message("Taking longer than usual", canRetry: true)

    private var state = State.idle
    private var prefetched: [Episode: PlaybackTicket] = [:]
    /// What the backend has not answered yet.
    private var asked: [Int: Episode] = [:]
    private var requests = 0

    /// The viewer wants an episode; without the device's values nothing can be asked.
    mutating func start(_ episode: Episode, hasDevice: Bool, at now: Date) -> [Action] {
        guard hasDevice else {
            state = .stopped(nil)
            return [.show(.loading), .show(Self.notSetUp)]
        }
        let request = nextRequest(for: episode)
        guard let ticket = prefetched.removeValue(forKey: episode), ticket.isFresh(at: now) else {
            state = .asking(request: request)
            return [.show(.loading), .ask(request: request, episode)]
        }
        return [.show(.loading)]
            + begin(Playback(episode: episode, ticket: ticket, mayRefresh: true), at: 0)
            + [.ask(request: request, episode)]
    }

    /// The backend has answered; nil if it could not be reached, or said nothing that can be read.
    mutating func answered(_ request: Int, _ answer: PlaybackAnswer?) -> [Action] {
        guard let episode = asked.removeValue(forKey: request) else { return [] }
        var actions: [Action] = []
        switch state {
        case .asking(request):
            actions = firstAnswer(answer, for: episode)
        case .refreshing(var playback, request, let position):
            guard case .ticket(let ticket, _)? = answer else {
                state = .stopped(playback)
                return [.show(Self.notLoaded)]
            }
            playback = Playback(episode: episode, ticket: ticket, mayRefresh: false)
            actions = begin(playback, at: position)
        case .idle, .asking, .playing, .refreshing, .stopped:
            break
        }
        return actions + prefetch(answer, of: episode.film)
    }

    /// The player reports an error, whatever it is; an expired ticket is one.
    mutating func playerFailed(at position: Double, hasDevice: Bool) -> [Action] {
        switch state {
        case .playing(let playback):
            guard playback.mayRefresh, hasDevice else {
                state = .stopped(playback)
                return [.show(Self.notLoaded)]
            }
            return refresh(playback, at: position)
        case .idle, .asking, .refreshing, .stopped:
            // Of a player that is to be given another ticket anyway, or of which the worst is known.
            return []
        }
    }

    /// Back from the background: what has less than a minute left is replaced.
    mutating func cameToForeground(
        at position: Double, hasDevice: Bool, now: Date
    ) -> [Action] {
        switch state {
        case .playing(let playback), .stopped(let playback?):
            guard !playback.ticket.isFresh(at: now) else { return [] }
            guard hasDevice else {
                state = .stopped(playback)
                return [.show(Self.notLoaded)]
            }
            return refresh(playback, at: position)
        case .idle, .asking, .refreshing, .stopped(nil):
            return []
        }
    }

    private mutating func firstAnswer(
        _ answer: PlaybackAnswer?, for episode: Episode
    ) -> [Action] {
        switch answer {
        case .ticket(let ticket, _):
            return begin(Playback(episode: episode, ticket: ticket, mayRefresh: true), at: 0)
        case .refused(let outcome):
            state = .stopped(nil)
            return [.show(Self.screen(outcome))]
        case nil:
            state = .stopped(nil)
            return [.show(Self.slow)]
        }
    }

    private mutating func begin(_ playback: Playback, at position: Double) -> [Action] {
        state = .playing(playback)
        return [.play(playback.ticket, at: position), .show(.playing)]
    }

    private mutating func refresh(_ playback: Playback, at position: Double) -> [Action] {
        let request = nextRequest(for: playback.episode)
        state = .refreshing(playback, request: request, position: position)
        return [.ask(request: request, playback.episode)]
    }

    private mutating func nextRequest(for episode: Episode) -> Int {
        requests += 1
        asked[requests] = episode
        return requests
    }

    /// A film's tickets take the place of another film's.
    private mutating func prefetch(_ answer: PlaybackAnswer?, of film: String) -> [Action] {
        guard case .ticket(_, let next)? = answer, !next.isEmpty else { return [] }
        prefetched = prefetched.filter { $0.key.film == film }
        return next.sorted { $0.key < $1.key }.map { number, ticket in
            prefetched[Episode(film: film, number: number)] = ticket
            return .preload(ticket)
        }
    }

    private static func screen(_ outcome: PlaybackAnswer.Outcome) -> PlaybackState {
        switch outcome {
        case .locked: .paywall
        case .unavailable: .message("This title is no longer available", canRetry: false)
        case .notReady: .message("Not available yet", canRetry: false)
        case .busy: .message("Busy, try again in a moment", canRetry: true)
        case .broken: notLoaded
        }
    }
}
