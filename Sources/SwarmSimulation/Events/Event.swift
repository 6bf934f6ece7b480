/// What happens at one moment; `order` tells apart what happens at the same.
struct Event: Sendable {
    let at: Int64
    let order: UInt64
    let what: Happening

    func isBefore(_ other: Event) -> Bool {
        at != other.at ? at < other.at : order < other.order
    }
}

/// Names a member: its place in the trace.
typealias MemberIndex = Int32

/// The number of a segment on the one track there is.
typealias SegmentNumber = UInt32

/// One end of a connection: the `slot` of a member, as it was used for the `generation`th time.
struct LinkEnd: Hashable, Sendable {
    let member: MemberIndex
    let slot: UInt16
    let generation: UInt16
}

/// Everything that can happen, small enough to be copied around.
enum Happening: Sendable {
    case join(MemberIndex)
    case leave(MemberIndex)
    /// The playlist arrives, again or for the first time.
    case playlist(MemberIndex)
    /// The schedule's timer.
    case alarm(MemberIndex)
    /// The player's buffer has fallen to where it asks for more.
    case playerAsks(MemberIndex, generation: UInt32)
    /// The player has shown all that it held.
    case playerDry(MemberIndex, generation: UInt32)
    case seek(MemberIndex, SegmentNumber)
    /// The CDN's answer, or more of it.
    case origin(MemberIndex, SegmentNumber, fetch: UInt32)
    case attested(MemberIndex, SegmentNumber)
    /// The notary asks for the bytes behind a report.
    case challenged(MemberIndex, SegmentNumber)
    /// The uplink has carried a chunk.
    case uplinkFree(MemberIndex)
    case message(Message, to: LinkEnd)
    /// A connection that the first one dialled is open, if the second has room.
    case dialled(MemberIndex, MemberIndex)
    case announce(MemberIndex)
    case slot(MemberIndex, slot: UInt32, viewers: UInt32, edges: UInt32)
    case trackerTimer
    case incident(UInt32)
    case sample
}

extension Happening {
    /// Two numbers that stand for the happening in the hash over all events.
    var digest: (UInt64, UInt64) {
        switch self {
        case .join(let member): (1, UInt64(member))
        case .leave(let member): (2, UInt64(member))
        case .playlist(let member): (3, UInt64(member))
        case .alarm(let member): (4, UInt64(member))
        case .playerAsks(let member, let generation): (5 | UInt64(generation) << 8, UInt64(member))
        case .playerDry(let member, let generation): (6 | UInt64(generation) << 8, UInt64(member))
        case .seek(let member, let segment): (7 | UInt64(segment) << 8, UInt64(member))
        case .origin(let member, let segment, let fetch):
            (8 | UInt64(segment) << 8, UInt64(member) | UInt64(fetch) << 32)
        case .attested(let member, let segment): (9 | UInt64(segment) << 8, UInt64(member))
        case .uplinkFree(let member): (10, UInt64(member))
        case .message(let message, let end):
            (
                11 | message.digest << 8,
                UInt64(end.member) | UInt64(end.slot) << 32 | UInt64(end.generation) << 48
            )
        case .dialled(let member, let peer): (12, UInt64(member) | UInt64(peer) << 32)
        case .announce(let member): (13, UInt64(member))
        case .slot(let member, let slot, let viewers, let edges):
            (14 | UInt64(viewers) << 8 | UInt64(edges) << 40, UInt64(member) | UInt64(slot) << 32)
        case .trackerTimer: (15, 0)
        case .incident(let number): (16, UInt64(number))
        case .sample: (17, 0)
        case .challenged(let member, let segment): (18 | UInt64(segment) << 8, UInt64(member))
        }
    }
}
