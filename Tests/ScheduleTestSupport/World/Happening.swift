import PeerWire
import Primitives

/// What comes to pass in a world at a moment that is known before.
struct Happening {
    enum Kind {
        /// The player looks after itself.
        case player
        /// Somebody does something unexpected.
        case mischief
        /// The live window moves.
        case playlist
        case leaves(of: SegmentID, by: PeerID, visit: Int)
        case chunk(Int, of: SegmentID, by: PeerID, visit: Int)
        case refusal(of: SegmentID, ChunkRun, by: PeerID, visit: Int, isBusy: Bool)
        case origin(SegmentID, fetch: Int)
    }

    let at: Moment
    let kind: Kind
}

/// What is to happen, in order; of two at one moment, what was entered first.
struct Agenda {
    private var happenings: [Happening] = []

    var next: Moment { happenings.last?.at ?? .distantFuture }

    mutating func enter(_ kind: Happening.Kind, at moment: Moment) {
        // The next one is the last, so that it is cheap to take.
        var place = happenings.count
        while place > 0, happenings[place - 1].at <= moment { place -= 1 }
        happenings.insert(Happening(at: moment, kind: kind), at: place)
    }

    mutating func take() -> Happening? { happenings.popLast() }
}
