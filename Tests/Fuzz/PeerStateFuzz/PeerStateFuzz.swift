import PeerWire
import Primitives
import SwarmCore

/// The input is a conversation: records of a peer's, each behind its length, between what we do.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzPeerState(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let input = unsafe Array(UnsafeBufferPointer(start: start, count: count))
    var talk = PeerTalk()
    var rest = input[...]
    while let word = rest.popFirst() {
        do throws(PeerViolation) {
            guard word > 3 else {
                talk.act(word, rest.popFirst() ?? 0)
                continue
            }
            let record = Array(rest.prefix(Int(word)))
            rest = rest.dropFirst(Int(word))
            try talk.hear(record)
        } catch {
            return 0
        }
    }
    return 0
}

/// What a connection does with a peer's messages, and what has to hold after each.
private struct PeerTalk {
    private let limits = PeerLimits()
    private var state: PeerState
    private var now = Moment.start
    private var asked: [SegmentID: Set<Int>] = [:]

    init() {
        state = PeerState(limits: limits, at: now)
    }

    mutating func act(_ word: UInt8, _ value: UInt8) {
        let run = ChunkRun(first: UInt32(value >> 4), count: UInt16(value & 15))
        switch word {
        case 0: now = now + .milliseconds(Int64(value))
        case 1: state.uploadsEnded(Int(value))
        case 2:
            guard run.count > 0 else { return }
            state.requestSent(segment, run)
            asked[segment, default: []].formUnion(run.chunks)
        default: state.requestCancelled(segment, run)
        }
        precondition(state.outstandingRequests <= asked.values.reduce(0) { $0 + $1.count })
    }

    mutating func hear(_ record: [UInt8]) throws(PeerViolation) {
        let message: PeerMessage
        do throws(WireError) {
            message = try PeerMessage(decoding: record.span)
        } catch {
            throw .malformed
        }
        try hear(message)
        precondition(
            state.outstandingUploads <= Int(limits.outstandingChunks), "more than allowed")
    }

    private mutating func hear(_ message: PeerMessage) throws(PeerViolation) {
        switch message {
        case .hello: try state.greeted()
        case .have(let have):
            for segment in try state.announced(have, at: now) {
                precondition(state.holds(segment), "forgotten at once")
            }
        case .inFlight(let update):
            guard let chunks = try state.receives(update, at: now) else { return }
            precondition(chunks.isSuperset(of: update.chunks), "chunks were lost")
        case .evicted(let evicted):
            for segment in try state.evicted(evicted, at: now) {
                precondition(!state.holds(segment), "remembered after all")
            }
        case .progress: try state.moved(at: now)
        case .request(let request): try state.requestReceived(request.run)
        case .data(let header):
            _ = try state.dataReceived(header.segment, chunk: Int(header.chunk))
            precondition(
                asked[header.segment]?.contains(Int(header.chunk)) == true,
                "a chunk that nobody asked for")
        case .absent(let segment, let run), .cancel(let segment, let run):
            state.requestRefused(segment, run)
        case .busy(let busy): state.requestRefused(busy.segment, busy.run)
        case .leavesRequest, .leaves, .ping, .pong, .goodbye: break
        }
    }

    /// The one of the golden messages.
    private let segment = SegmentID(track: TrackID(0x0102_0304_0506_0708), number: 0x1122)
}
