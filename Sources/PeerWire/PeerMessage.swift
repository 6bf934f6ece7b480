package import Primitives

/// Everything that two peers say to each other; one message is one record of their channel.
///
/// A message is a type byte and the fields of its body, big-endian and without padding. No type here
/// can hold a URL, a header or a cookie, so that no origin secret can be sent to a peer.
package enum PeerMessage: Hashable, Sendable {
    case hello(Hello)
    case have(Have)
    case inFlight(InFlight)
    case evicted(Evicted)
    case progress(Progress)
    case leavesRequest(LeavesRequest)
    case leaves(LeavesPage)
    case request(ChunkRequest)
    /// The head of a record whose rest is the chunk's bytes, which are not part of this value.
    case data(ChunkHeader)
    /// The sender does not have these chunks; an empty run answers a request for leaves.
    case absent(SegmentID, ChunkRun)
    case busy(Busy)
    case cancel(SegmentID, ChunkRun)
    /// The answer is `pong` with the same number.
    case ping(UInt64)
    case pong(UInt64)
    case goodbye(GoodbyeReason)
}

/// The first byte of a message.
enum PeerMessageType: UInt8 {
    case hello = 1
    case have = 2
    case inFlight = 3
    case evicted = 4
    case progress = 5
    case leavesRequest = 6
    case leaves = 7
    case request = 8
    case data = 9
    case absent = 10
    case busy = 11
    case cancel = 12
    case ping = 13
    case pong = 14
    case goodbye = 15
}
