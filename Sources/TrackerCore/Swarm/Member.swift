import Primitives

/// A peer in a swarm, with what it was told last.
struct Member: Sendable {
    struct Standing: Hashable, Sendable {
        /// Its number in the row of its kind.
        let slot: Int
        let counts: Counts
    }

    enum Answer: Hashable {
        case new
        case lastAgain
        case nothing
    }

    /// Changes that come faster than this are answered like announces that say nothing new.
    private static let shortestInterval: Duration = .seconds(1)

    let session: SessionID
    private(set) var presence: Presence
    var lastHeard: Moment
    var lastAnswer: [PeerID] = []
    var toldEpochs: [Epoch] = []
    var toldStanding: Standing?
    /// Whether the tracker would believe that it is an edge node.
    var isTrustedEdge = false
    /// When it last got an answer of its own, and where it was then.
    private var answered: Moment
    private var answeredPresence: Presence
    /// Whether that answer was given a second time already.
    private var answerRepeated = false
    /// Whether that answer was none at all.
    private var isOwedAnswer = false

    /// A newcomer, whose first announce is being answered.
    init(session: SessionID, presence: Presence, at now: Moment) {
        self.session = session
        self.presence = presence
        lastHeard = now
        answered = now
        answeredPresence = presence
    }

    /// Takes note of what the member says now, and decides what it gets for it.
    mutating func answer(
        to presence: Presence, at now: Moment, interval: Duration
    ) -> Answer {
        self.presence = presence
        lastHeard = now
        let elapsed = now - answered
        let changed = presence.differs(from: answeredPresence, after: elapsed)
        if elapsed >= interval || isOwedAnswer || changed && elapsed >= Self.shortestInterval {
            isOwedAnswer = false
            answered = now
            answeredPresence = presence
            answerRepeated = false
            return .new
        }
        defer { answerRepeated = true }
        return answerRepeated ? .nothing : .lastAgain
    }

    /// Nobody could be introduced to it yet: its next announce gets an answer of its own, however early.
    mutating func owesAnswer() {
        lastAnswer = []
        isOwedAnswer = true
    }
}
