import PeerWire
import Primitives
import SwarmCore
import Testing

@Suite struct PeerStateTests {
    private let start = Moment.start

    private func segment(_ number: UInt64, track: UInt64 = 1) -> SegmentID {
        SegmentID(track: TrackID(track), number: number)
    }

    private func greeted(_ limits: PeerLimits = PeerLimits()) throws -> PeerState {
        var peer = PeerState(limits: limits, at: start)
        try peer.greeted()
        return peer
    }

    @Test func `the hello comes first and once`() throws {
        var peer = PeerState(limits: PeerLimits(), at: start)
        #expect(throws: PeerViolation.outOfOrder) {
            try peer.announced(Have(segment(1)), at: start)
        }
        try peer.greeted()
        #expect(throws: PeerViolation.outOfOrder) { try peer.greeted() }
    }

    @Test func `only news is returned`() throws {
        var peer = try greeted()
        let first = try peer.announced(Have(segment(1)), at: start)
        let again = try peer.announced(Have(segment(1)), at: start)
        #expect(first == [segment(1)])
        #expect(again.isEmpty)
        #expect(peer.holds(segment(1)))
        let gone = try peer.evicted(Evicted(segment(1)), at: start)
        let goneAgain = try peer.evicted(Evicted(segment(1)), at: start)
        #expect(gone == [segment(1)])
        #expect(goneAgain.isEmpty)
        #expect(!peer.holds(segment(1)))
    }

    @Test func `a peer lacks what it neither holds nor is receiving as far`() throws {
        var peer = try greeted()
        _ = try peer.announced(Have(segment(1)), at: start)
        let update = InFlight(segment: segment(2), chunks: ChunkMask(prefix: 4, of: 9))
        _ = try peer.receives(update, at: start)
        #expect(!peer.lacks(segment(1)))
        #expect(peer.lacks(segment(2)))
        #expect(peer.lacks(segment(2), ChunkMask(prefix: 5, of: 9)))
        #expect(!peer.lacks(segment(2), ChunkMask(prefix: 4, of: 9)))
        _ = try peer.evicted(Evicted(segment(1)), at: start)
        #expect(peer.lacks(segment(1)))
    }

    @Test func `what a peer was receiving is forgotten with what is here`() throws {
        var limits = PeerLimits()
        limits.segmentsInFlight = 1
        var peer = try greeted(limits)
        for number in 0..<10 as Range<UInt64> {
            let update = InFlight(segment: segment(number), chunks: ChunkMask(prefix: 4, of: 9))
            let chunks = try peer.receives(update, at: start + .seconds(Int64(number)))
            #expect(chunks == ChunkMask(prefix: 4, of: 9))
            let isTold = peer.shouldHear(of: segment(number))
            #expect(isTold)
        }
        _ = try peer.announced(Have(segment(10)), at: start)
        let isTold = peer.shouldHear(of: segment(10))
        #expect(!isTold)
    }

    @Test func `what has left the playlist is forgotten`() throws {
        var peer = try greeted()
        _ = try peer.announced(Have(segment(1)), at: start)
        peer.outdated(segment(1))
        #expect(!peer.holds(segment(1)))
        let gone = try peer.evicted(Evicted(segment(1)), at: start)
        #expect(gone.isEmpty)
    }

    @Test func `a chunk that is asked for twice is noticed`() throws {
        var peer = try greeted()
        let isNew = peer.requestSent(segment(1), ChunkRun(0..<4))
        let isNewToo = peer.requestSent(segment(1), ChunkRun(3..<6))
        #expect(isNew && !isNewToo)
        #expect(peer.outstandingRequests == 6)
    }

    @Test func `a flood of updates is a violation, the same number in time is not`() throws {
        var limits = PeerLimits()
        limits.updateRate = 2
        limits.updateBurst = 3
        var hasty = try greeted(limits)
        for number in 0..<3 as Range<UInt64> {
            _ = try hasty.announced(Have(segment(number)), at: start)
        }
        #expect(throws: PeerViolation.updateFlood) {
            try hasty.announced(Have(segment(4)), at: start)
        }
        var patient = try greeted(limits)
        for number in 0..<50 as Range<UInt64> {
            let now = start + .milliseconds(500) * Int(number)
            _ = try patient.announced(Have(segment(number)), at: now)
        }
    }

    @Test func `what a peer claims is bounded`() throws {
        var limits = PeerLimits()
        limits.tracks = 2
        limits.wordsPerTrack = 4
        limits.segmentsInFlight = 1
        var peer = try greeted(limits)
        for word in 0..<10 as Range<UInt64> {
            _ = try peer.announced(Have(segment(word * 64)), at: start)
        }
        #expect(peer.holds(segment(3 * 64)))
        #expect(!peer.holds(segment(4 * 64)))
        _ = try peer.announced(Have(segment(0, track: 2)), at: start)
        #expect(throws: PeerViolation.tooManyTracks) {
            try peer.announced(Have(segment(0, track: 3)), at: start)
        }
        let inFlight = InFlight(segment: segment(70), chunks: ChunkMask(prefix: 4, of: 9))
        let second = InFlight(segment: segment(71), chunks: ChunkMask(prefix: 4, of: 9))
        let known = try peer.receives(inFlight, at: start)
        let unknown = try peer.receives(second, at: start)
        #expect(known == ChunkMask(prefix: 4, of: 9))
        #expect(unknown == nil)
    }

    @Test func `a rumour takes no room, and is none of what the peer has itself`() throws {
        var limits = PeerLimits()
        limits.segmentsInFlight = 1
        var peer = try greeted(limits)
        for number in 70..<80 as Range<UInt64> {
            let heard = try peer.receives(InFlight(rumourOf: segment(number)), at: start)
            #expect(heard == .rumour)
        }
        let chunks = ChunkMask(prefix: 4, of: 9)
        let known = try peer.receives(InFlight(segment: segment(70), chunks: chunks), at: start)
        #expect(known == chunks)
        _ = try peer.announced(segment(71), at: start)
        let late = try peer.receives(InFlight(rumourOf: segment(71)), at: start)
        #expect(late == nil)
        #expect(peer.holds(segment(71)))
    }

    @Test func `requests up to the limit, and one past it`() throws {
        var limits = PeerLimits()
        limits.outstandingChunks = 16
        var peer = try greeted(limits)
        try peer.requestReceived(ChunkRun(0..<10))
        try peer.requestReceived(ChunkRun(10..<16))
        #expect(throws: PeerViolation.tooManyRequests) {
            try peer.requestReceived(ChunkRun(16..<17))
        }
        peer.uploadsEnded(1)
        try peer.requestReceived(ChunkRun(16..<17))
        #expect(peer.outstandingUploads == 16)
    }

    @Test func `data has to have been asked for`() throws {
        var peer = try greeted()
        peer.requestSent(segment(1), ChunkRun(0..<4))
        peer.requestCancelled(segment(1), ChunkRun(2..<4))
        let wanted = try peer.dataReceived(segment(1), chunk: 0)
        let crossed = try peer.dataReceived(segment(1), chunk: 3)
        #expect(wanted)
        #expect(!crossed)
        for chunk in [0, 3, 7] {
            #expect(throws: PeerViolation.unrequestedData) {
                try peer.dataReceived(segment(1), chunk: chunk)
            }
        }
    }

    @Test func `a cancelled chunk is tolerated for a while only`() throws {
        var limits = PeerLimits()
        limits.toleratedChunks = 4
        var peer = try greeted(limits)
        peer.requestSent(segment(1), ChunkRun(0..<6))
        peer.requestCancelled(segment(1), ChunkRun(0..<6))
        let late = try peer.dataReceived(segment(1), chunk: 5)
        #expect(!late)
        #expect(throws: PeerViolation.unrequestedData) {
            try peer.dataReceived(segment(1), chunk: 0)
        }
    }

    @Test func `one request has one answer: after a refusal there is no chunk`() throws {
        var peer = try greeted()
        peer.requestSent(segment(1), ChunkRun(0..<2))
        peer.requestRefused(segment(1), ChunkRun(0..<1))
        #expect(peer.outstandingRequests == 1)
        #expect(throws: PeerViolation.unrequestedData) {
            try peer.dataReceived(segment(1), chunk: 0)
        }
        peer.requestSent(segment(1), ChunkRun(0..<1))
        let wanted = try peer.dataReceived(segment(1), chunk: 0)
        #expect(wanted)
        #expect(throws: PeerViolation.unrequestedData) {
            try peer.dataReceived(segment(1), chunk: 0)
        }
    }

    @Test func `a cancelled request and the next one have an answer each, whichever comes first`()
        throws
    {
        var peer = try greeted()
        for isRefusedFirst in [true, false] {
            peer.requestSent(segment(1), ChunkRun(0..<1))
            peer.requestCancelled(segment(1), ChunkRun(0..<1))
            peer.requestSent(segment(1), ChunkRun(0..<1))
            if isRefusedFirst { peer.requestRefused(segment(1), ChunkRun(0..<1)) }
            _ = try peer.dataReceived(segment(1), chunk: 0)
            if !isRefusedFirst { peer.requestRefused(segment(1), ChunkRun(0..<1)) }
            #expect(throws: PeerViolation.unrequestedData) {
                try peer.dataReceived(segment(1), chunk: 0)
            }
        }
    }

    @Test func `only wrong bytes cost a peer its name`() {
        #expect(PeerViolation.wrongChunk.penalty == .ban)
        #expect(PeerViolation.wrongLeaves.penalty == .ban)
        #expect(PeerViolation.updateFlood.penalty == .close)
    }
}
