/// Which sessions a player of tickets has, which of them is played, and what the player is told.
///
/// It does no I/O. A session is a number here: it is opened with a ticket, and closed when another is
/// played, or when there are too many that nobody has played.
struct TicketSessions: Sendable {
    /// What a session is opened with.
    struct Ticket: Hashable, Sendable {
        let vid: String
        let token: String
    }

    enum Action: Hashable, Sendable {
        /// Resolve the ticket and make a session; `opened` or `failed` is to follow, unless it is closed.
        case open(Int, Ticket)
        /// Have the session, which nobody plays yet, fetch what comes first.
        case preload(Int)
        case load(Int, at: Double)
        case show([PlaybackTicket.Subtitle])
        /// Tell that playback is over; for one session once.
        case fail(Int)
        case close(Int)
    }

    private enum Progress {
        case opening
        case open
    }

    private struct Candidate {
        let id: Int
        let ticket: Ticket
        var progress = Progress.opening
    }

    private enum Played {
        case nothing
        /// Until the session is there, texts wait with the position, and the player keeps what it has.
        case opening(Int, at: Double, subtitles: [PlaybackTicket.Subtitle], last: Int?)
        case loaded(Int)
        /// The player has heard of the error, and may be playing what it holds.
        case failed(Int)
        case closed

        var ids: [Int] {
            switch self {
            case .opening(let id, _, _, let last): [id] + (last.map { [$0] } ?? [])
            case .loaded(let id), .failed(let id): [id]
            case .nothing, .closed: []
            }
        }
    }

    /// How many sessions are held ready; a backend decides how many it would like.
    static let mostCandidates = 3

    private var played = Played.nothing
    /// The oldest first.
    private var candidates: [Candidate] = []
    private var count = 0

    /// The session that the player has been told to load.
    var loaded: Int? {
        switch played {
        case .loaded(let id), .failed(let id): id
        case .nothing, .opening, .closed: nil
        }
    }

    /// What is played is another one from now on; the last goes once the player is told of the next.
    mutating func play(_ ticket: Ticket, at position: Double) -> [Action] {
        var actions: [Action] = []
        let last: Int?
        switch played {
        case .closed:
            return []
        case .nothing:
            last = nil
        case .opening(let id, _, _, let before):
            actions = [.close(id)]
            last = before
        case .loaded(let id), .failed(let id):
            last = id
        }
        if let index = candidates.firstIndex(where: { $0.ticket == ticket }) {
            let candidate = candidates.remove(at: index)
            switch candidate.progress {
            case .open:
                played = .loaded(candidate.id)
                actions += [.load(candidate.id, at: position)] + Self.close(last)
            case .opening:
                played = .opening(candidate.id, at: position, subtitles: [], last: last)
            }
        } else {
            count += 1
            played = .opening(count, at: position, subtitles: [], last: last)
            // One with another ticket for the same has credentials that are to be replaced.
            actions += dropCandidates { $0.ticket.vid == ticket.vid } + [.open(count, ticket)]
        }
        return actions
    }

    mutating func preload(_ ticket: Ticket) -> [Action] {
        if case .closed = played { return [] }
        guard !candidates.contains(where: { $0.ticket == ticket }) else { return [] }
        count += 1
        let dropped = dropCandidates { $0.ticket.vid == ticket.vid }
        candidates.append(Candidate(id: count, ticket: ticket))
        let surplus = candidates.prefix(max(0, candidates.count - Self.mostCandidates))
        return dropped + dropCandidates { old in surplus.contains { $0.id == old.id } }
            + [.open(count, ticket)]
    }

    /// Texts for what is played; they are shown once the player has that.
    mutating func add(_ subtitles: [PlaybackTicket.Subtitle]) -> [Action] {
        guard !subtitles.isEmpty else { return [] }
        switch played {
        case .opening(let id, let position, let waiting, let last):
            played = .opening(id, at: position, subtitles: waiting + subtitles, last: last)
            return []
        case .loaded:
            return [.show(subtitles)]
        case .nothing, .failed, .closed:
            return []
        }
    }

    /// The session is there.
    mutating func opened(_ id: Int) -> [Action] {
        if case .opening(id, let position, let subtitles, let last) = played {
            played = .loaded(id)
            return [.load(id, at: position)] + (subtitles.isEmpty ? [] : [.show(subtitles)])
                + Self.close(last)
        }
        guard let index = candidates.firstIndex(where: { $0.id == id }) else { return [] }
        candidates[index].progress = .open
        return [.preload(id)]
    }

    /// There is no session, or the origin has refused what the player asked it for.
    ///
    /// Of one that nobody plays, nothing is said: it is made again when it is played.
    mutating func failed(_ id: Int) -> [Action] {
        switch played {
        case .opening(id, _, _, let last):
            played = .failed(id)
            return Self.close(last) + [.fail(id)]
        case .loaded(id):
            played = .failed(id)
            return [.fail(id)]
        case .nothing, .opening, .loaded, .failed, .closed:
            return dropCandidates { $0.id == id }
        }
    }

    /// The player itself cannot go on with what it has loaded.
    mutating func playerFailed() -> [Action] {
        guard case .loaded(let id) = played else { return [] }
        return failed(id)
    }

    mutating func close() -> [Action] {
        let ids = played.ids
        played = .closed
        return ids.map { .close($0) } + dropCandidates { _ in true }
    }

    private static func close(_ id: Int?) -> [Action] { id.map { [.close($0)] } ?? [] }

    private mutating func dropCandidates(where isOut: (Candidate) -> Bool) -> [Action] {
        let out = candidates.filter(isOut)
        candidates.removeAll(where: isOut)
        return out.map { .close($0.id) }
    }
}

extension TicketSessions.Ticket: CustomStringConvertible, CustomReflectable {
    var description: String { "Ticket(\(vid))" }
    var customMirror: Mirror { Mirror(self, children: ["vid": vid]) }
}
