import Engine
import IOTestSupport
import PeerWire
import Primitives
import SwarmCore
import SwarmTestSupport
import TestSupport
import Transport
import Testing

/// Peers that lie, stall and babble, over real channels, beside an honest one.
@Suite(.timeLimit(.minutes(1)), .serialized) struct HostilePeerTests {
    /// What becomes of a peer.
    private enum Fate {
        case stays
        case isClosed
        case isBanned
    }

    private static func fate(of conduct: Conduct) -> Fate {
        switch conduct {
        // Two honest viewers may number their segments differently: nobody's fault.
        case .otherSegmentsAttestation: .stays
        case .honest, .silentOnLeaves, .silentOnChunks, .drips, .alwaysBusy, .absentAfterAll:
            .stays
        case .chunkTooLong, .unaskedChunk, .chunkOfOtherSegment, .garbage:
            .isClosed
        case .wrongBytes, .chunkTooShort, .swappedChunks, .falseLeaf, .leafTooFew,
            .pagesOutOfOrder, .flippedRoot, .flippedSignature:
            .isBanned
        }
    }

    @Test(arguments: Conduct.allCases)
    func `R25, B39: the player gets the origin's bytes, and only the guilty one goes`(
        _ conduct: Conduct
    ) async throws {
        try await HostileScene.run { scene in
            scene.holdOrigin(true)
            let (hostile, holder) = try await scene.peer(conduct)
            try await scene.play()
            async let first = scene.node.read(0)
            switch Self.fate(of: conduct) {
            case .stays:
                try await scene.loop.until { Self.wasAsked(hostile) }
            case .isClosed, .isBanned:
                try await scene.loop.until { hostile.end != nil }
            }
            let (honest, _) = try await scene.peer(.honest)
            scene.holdOrigin(false)
            #expect(try await first == scene.video.segments[0])
            for number in scene.video.segments.indices {
                #expect(try await scene.node.read(number) == scene.video.segments[number])
            }
            #expect(try await scene.isOpen(honest))
            try await expectAccounts(scene, conduct, sent: holder.sent.count)
            try await expectFate(scene, hostile, Self.fate(of: conduct))
        }
    }

    private static func wasAsked(_ double: PeerDouble) -> Bool {
        double.heard.contains { message in
            if case .leavesRequest = message { true } else { false }
        }
    }

    /// Every byte came from somewhere, and one bad chunk at most was for nothing.
    private func expectAccounts(
        _ scene: HostileScene, _ conduct: Conduct, sent: Int
    ) async throws {
        let ledger = await scene.node.ledger
        #expect(ledger.peerBytes + ledger.originBytes >= scene.video.byteCount)
        #expect(
            ledger.peerBytes + ledger.originBytes - ledger.wastedBytes(.cancelled)
                == scene.video.byteCount)
        #expect(ledger.wastedBytes(.integrity) <= ChunkGeometry.chunkSize)
        switch conduct {
        case .wrongBytes, .chunkTooShort, .swappedChunks:
            #expect(ledger.wastedBytes(.integrity) > 0 && sent > 0)
        case .honest, .chunkTooLong, .falseLeaf, .leafTooFew, .pagesOutOfOrder, .flippedRoot,
            .flippedSignature, .otherSegmentsAttestation, .unaskedChunk, .chunkOfOtherSegment,
            .silentOnLeaves, .silentOnChunks, .drips, .alwaysBusy, .absentAfterAll, .garbage:
            #expect(ledger.wastedBytes(.integrity) == 0)
        }
    }

    private func expectFate(
        _ scene: HostileScene, _ double: PeerDouble, _ fate: Fate
    ) async throws {
        switch fate {
        case .stays:
            #expect(try await scene.isOpen(double))
            return
        case .isClosed, .isBanned:
            #expect(try await scene.end(of: double) == .closedByRemote)
        }
        let mayReturn = try await scene.connect(double)
        if case .isBanned = fate { #expect(!mayReturn) } else { #expect(mayReturn) }
    }

    @Test func `a peer that dials twice is one peer, and its old requests are void`() async throws {
        try await HostileScene.run { scene in
            try await scene.play()
            for number in scene.video.segments.indices { _ = try await scene.node.read(number) }
            let double = try await scene.peer { _, _ in }
            try await scene.loop.until { Self.offered(double) == scene.video.segments.count }
            let request = PeerMessage.request(
                ChunkRequest(
                    segment: TestNode.id(1), run: ChunkRun(first: 0, count: 4), deadlineMs: 1_000))
            try await scene.loop.run { double.say(request) }
            #expect(try await scene.connect(double))
            try await scene.loop.run { double.say(request) }
            try await scene.wasHeard(double)
            try await scene.loop.until { Self.chunks(double).count >= 4 }
            #expect(try await scene.isOpen(double))
            #expect(await scene.node.session.peerCount == 1)
        }
    }

    @Test func `a request for what is not there is answered, and what was asked is sent once`()
        async throws
    {
        try await HostileScene.run { scene in
            try await scene.play()
            for number in scene.video.segments.indices { _ = try await scene.node.read(number) }
            let double = try await scene.peer { _, _ in }
            try await scene.loop.until { Self.offered(double) == scene.video.segments.count }
            let unknown = SegmentID(track: TestNode.track, number: 1_000)
            let run = ChunkRun(first: 0, count: 2)
            let past = ChunkRun(first: 4, count: 2)
            try await scene.loop.run {
                double.say(.leavesRequest(LeavesRequest(segment: unknown, root: nil)))
                for (segment, run) in [
                    (unknown, run), (TestNode.id(0), past), (TestNode.id(0), run),
                ] {
                    double.say(
                        .request(ChunkRequest(segment: segment, run: run, deadlineMs: 1_000)))
                }
            }
            try await scene.wasHeard(double)
            try await scene.loop.until { Self.chunks(double).count == 2 }
            let heard = try await scene.loop.run { double.heard }
            #expect(heard.contains(.absent(unknown, .empty)))
            let absent = heard.reduce(0) { count, message in
                if case .absent(_, let run) = message { count + Int(run.count) } else { count }
            }
            #expect(absent == 4)
            #expect(try await scene.isOpen(double))
        }
    }

    @Test func `requests that cannot be served are refused at once, however many`() async throws {
        try await HostileScene.run { scene in
            let double = try await scene.peer { _, _ in }
            let request = PeerMessage.request(
                ChunkRequest(
                    segment: TestNode.id(0), run: ChunkRun(first: 0, count: 64), deadlineMs: 1))
            try await scene.loop.run {
                for _ in 0..<200 { double.say(request) }
            }
            // What is refused at once is not outstanding: nothing is held for it.
            try await scene.wasHeard(double)
            try await scene.loop.run { double.close() }
            try await scene.loop.until { double.end != nil }
        }
    }

    @Test func `a peer that asks and does not read is given up, and nobody waits for it`()
        async throws
    {
        try await HostileScene.run { scene in
            try await scene.play()
            for number in scene.video.segments.indices { _ = try await scene.node.read(number) }
            let deaf = try await scene.peer { _, _ in }
            try await scene.loop.until { Self.offered(deaf) == scene.video.segments.count }
            // Before the flood: on a slow machine a handshake's time would be over before all of it is read.
            let good = try await scene.peer { _, _ in }
            try await scene.loop.run {
                deaf.stopReading()
                for _ in 0..<40_000 {
                    deaf.say(.leavesRequest(LeavesRequest(segment: TestNode.id(0), root: nil)))
                }
            }
            try await scene.loop.run {
                // To read 40,000 requests takes a slow machine longer than media may.
                good.say(
                    .request(
                        ChunkRequest(
                            segment: TestNode.id(1), run: ChunkRun(first: 0, count: 4),
                            deadlineMs: 60_000)))
            }
            try await scene.loop.until { Self.chunks(good).count == 4 }
            while await scene.node.session.peerCount > 1 {
                try Task.checkCancellation()
                try await scene.loop.pass(.milliseconds(5))
            }
            #expect(try await scene.isOpen(good))
        }
    }

    @Test(arguments: (0..<3).map { testSeed &+ $0 })
    func `a peer that babbles breaks nothing`(_ seed: UInt64) async throws {
        try await HostileScene.run { scene in
            try await scene.play()
            var babble = Babble(seed: seed)
            let double = try await scene.peer { _, _ in }
            for number in scene.video.segments.indices {
                async let bytes = scene.node.read(number)
                for _ in 0..<10 {
                    let words = (0..<10).map { _ in babble.next() }
                    if try await !scene.isOpen(double) { _ = try await scene.connect(double) }
                    try await scene.loop.run { for word in words { double.say(word) } }
                }
                #expect(try await bytes == scene.video.segments[number], "seed \(seed)")
            }
            let (honest, _) = try await scene.peer(.honest)
            #expect(try await scene.isOpen(honest))
        }
    }

    @Test func `a flood of updates closes the channel`() async throws {
        try await HostileScene.run { scene in
            let double = try await scene.peer { _, _ in }
            try await scene.loop.run {
                for number in 0..<1_000 {
                    double.say(.have(Have(TestNode.id(number))))
                }
            }
            try await scene.loop.until { double.end != nil }
            let peers = await scene.node.session.peerCount
            #expect(peers == 0)
        }
    }

    @Test func `whoever does not introduce itself first is closed`() async throws {
        try await HostileScene.run { scene in
            let double = try await scene.peer { _, _ in }
            try await scene.loop.run {
                double.say(.hello(Hello(uploads: true, isEdge: false, progress: nil)))
            }
            try await scene.loop.until { double.end != nil }
        }
    }

    /// The origin has another version than the one that peers hold and the notary vouches for.
    @Test(arguments: [0, 1, 32_767, 32_768, 32_769, 70_000, 99_999])
    func `B22, B39: two versions of a segment are never mixed`(_ cut: Int) async throws {
        try await HostileScene.run { scene in
            let version = TestVideo(segments: 1, length: 100_000, seed: 99).segments[0]
            let path = TestVideo.path(0)
            scene.origin.put(path, version)
            scene.origin.treat(path, as: .cutOnce(after: cut))
            let (honest, _) = try await scene.peer(.honest)
            try await scene.node.describe(scene.video, at: scene.origin)
            do {
                let bytes = try await scene.node.read(0)
                #expect(bytes == version || bytes == scene.video.segments[0])
            } catch let error as TestNode.Failed {
                guard case .contradicted = error.failure else { throw error }
                let again = try await scene.node.read(0)
                #expect(again == version || again == scene.video.segments[0])
            }
            #expect(try await scene.isOpen(honest))
        }
    }

    private static func offered(_ double: PeerDouble) -> Int {
        Set(
            double.heard.flatMap { message -> [SegmentID] in
                guard case .have(let have) = message else { return [] }
                return have.segments
            }
        ).count
    }

    private static func chunks(_ double: PeerDouble) -> [PeerMessage] {
        double.heard.filter { if case .data = $0 { true } else { false } }
    }
}
