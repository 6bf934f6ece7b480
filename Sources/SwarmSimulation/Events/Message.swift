import PeerWire

/// What one peer says to another, as `PeerMessage` in a form that needs no memory of its own.
enum Message: Sendable {
    /// The segments at the places of the bits that are set, counted from the first.
    case have(first: SegmentNumber, bits: UInt64)
    case evicted(SegmentNumber)
    case inFlight(SegmentNumber, chunks: UInt64)
    /// Milliseconds, and hundredths of the normal speed.
    case progress(position: UInt32, buffer: UInt32, rate: UInt16)
    case leavesRequest(SegmentNumber)
    case leaves(SegmentNumber)
    case noLeaves(SegmentNumber)
    case request(SegmentNumber, Run, withinMs: UInt32)
    case cancel(SegmentNumber, Run)
    case absent(SegmentNumber, Run)
    case busy(SegmentNumber, Run, retryAfterMs: UInt32)
    case data(Chunk)
    case rumour(SegmentNumber)
    /// The channel is closed.
    case gone

    struct Run: Sendable {
        let first: UInt16
        let count: UInt16

        init(_ run: ChunkRun) {
            first = UInt16(run.first)
            count = run.count
        }

        var chunks: ChunkRun { ChunkRun(first: UInt32(first), count: count) }
    }

    struct Chunk: Sendable {
        let segment: SegmentNumber
        let index: UInt16
        /// Peers that the chunk has passed since it left the CDN.
        let hops: UInt8
        let isWrong: Bool
        /// Whether it has waited for the receiver's downlink already.
        var isThrough = false
    }

    enum Kind: Int, Sendable, CaseIterable {
        case have, evicted, inFlight, progress, leavesRequest, leaves, noLeaves, request, cancel
        case absent, busy, data, gone, rumour
    }

    var kind: Kind {
        switch self {
        case .have: .have
        case .evicted: .evicted
        case .inFlight: .inFlight
        case .progress: .progress
        case .leavesRequest: .leavesRequest
        case .leaves: .leaves
        case .noLeaves: .noLeaves
        case .request: .request
        case .cancel: .cancel
        case .absent: .absent
        case .busy: .busy
        case .data: .data
        case .gone: .gone
        case .rumour: .rumour
        }
    }

    /// The segment that it is about.
    var segment: SegmentNumber? {
        switch self {
        case .have(let segment, _), .evicted(let segment), .inFlight(let segment, _),
            .leavesRequest(let segment), .leaves(let segment), .noLeaves(let segment),
            .request(let segment, _, _), .cancel(let segment, _), .absent(let segment, _),
            .busy(let segment, _, _), .rumour(let segment):
            segment
        case .data(let chunk): chunk.segment
        case .progress, .gone: nil
        }
    }

    /// Bytes on the wire that carry no media: the message's own, and its record's and packet's.
    func controlBytes(chunks: Int) -> Int {
        let envelope = 64
        let own =
            switch self {
            case .have(_, let bits): 19 + (64 - bits.leadingZeroBitCount + 7) / 8
            case .evicted: 21
            case .inFlight, .rumour: 29
            case .progress: 23
            case .leavesRequest: 18
            case .leaves: 260 + 32 * chunks
            case .noLeaves, .absent, .cancel: 23
            case .request, .busy: 27
            case .data: 21
            case .gone: 2
            }
        return envelope + own
    }

    /// A number that stands for the message in the hash over all events; its top byte is unused.
    var digest: UInt64 {
        let own: UInt64 =
            switch self {
            case .have(let first, let bits): UInt64(first) &+ bits &* 0x9e37_79b9
            case .evicted(let segment), .leavesRequest(let segment), .leaves(let segment),
                .noLeaves(let segment), .rumour(let segment):
                UInt64(segment)
            case .inFlight(let segment, let chunks): UInt64(segment) ^ chunks << 32 ^ chunks >> 32
            case .progress(let position, let buffer, _):
                UInt64(position) &+ UInt64(buffer) << 20
            case .request(let segment, let run, _), .cancel(let segment, let run),
                .absent(let segment, let run), .busy(let segment, let run, _):
                UInt64(segment) | UInt64(run.first) << 32 | UInt64(run.count) << 40
            case .data(let chunk): UInt64(chunk.segment) | UInt64(chunk.index) << 32
            case .gone: 0
            }
        return own << 5 | UInt64(kind.rawValue)
    }
}
