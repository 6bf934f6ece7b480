import EventLoop
import IOTestSupport
import PeerWire
import Primitives
import TestSupport
import Testing

@testable import Engine

@Suite(.timeLimit(.minutes(1))) struct SegmentStoreTests {
    private let segment = SegmentID(track: TrackID(1), number: 7)
    private let other = SegmentID(track: TrackID(1), number: 8)

    /// Runs `body` on the loop of a new store.
    private func withStore(
        _ body: @escaping @Sendable (isolated SegmentStore) throws -> Void
    ) async throws {
        let loop = try UVEventLoop(name: "store")
        let store = SegmentStore(budget: MemoryBudget(1 << 30), on: loop)
        do {
            try await store.run(body)
        } catch {
            await loop.shutdown()
            throw error
        }
        await loop.shutdown()
    }

    @Test func `a reader is told of what comes, and only of its own segment`() async throws {
        let truth = try TestSegment(length: 40_000, seed: 1)
        let (segment, other) = (segment, other)
        try await withStore { store in
            let changes = Counter()
            let reader = store.open(segment) { changes.add() }
            #expect(reader.status.length == nil && reader.status.available == 0)
            #expect(store.lengthKnown(truth.length, of: segment) == true)
            #expect(store.originWrote(Array(truth.bytes.prefix(100)), at: 0, of: segment) == 100)
            #expect(changes.count == 2)
            #expect(reader.status.available == 100)
            _ = store.originWrote([1], at: 0, of: other)
            #expect(changes.count == 2)
            reader.close()
            _ = store.originWrote(Array(truth.bytes[100..<200]), at: 100, of: segment)
            #expect(changes.count == 2)
        }
    }

    @Test func `a segment is offered when it is both complete and proven`() async throws {
        let truth = try TestSegment(length: 40_000, seed: 1)
        let segment = segment
        try await withStore { store in
            #expect(store.isOffered(segment) == false)
            _ = store.originWrote(truth.bytes, at: 0, of: segment)
            #expect(store.lengthKnown(truth.length, of: segment) == true)
            #expect(store.completeLength(of: segment) == truth.length)
            #expect(store.isOffered(segment) == false)
            #expect(store.prove(segment, truth.proof) == true)
            #expect(store.isOffered(segment) == true)
            #expect(store.arrival(of: segment)?.count == 2)
            #expect(store.arrival(of: segment)?.chunks.chunkCount == 2)
        }
    }

    @Test func `a segment that starts again has forgotten bytes, proof and peers`() async throws {
        let truth = try TestSegment(length: 40_000, seed: 1)
        let segment = segment
        try await withStore { store in
            let reader = store.open(segment) {}
            #expect(store.prove(segment, truth.proof) == true)
            #expect(
                store.accept(truth.chunk(0), chunk: 0, of: segment) == .verified(missing: 32768))
            store.restart(segment)
            #expect(reader.status.available == 0 && reader.status.end == nil)
            #expect(store.isQuarantined(segment) == true)
            #expect(store.proof(of: segment) == nil)
            #expect(store.prove(segment, truth.proof) == false)
            #expect(store.accept(truth.chunk(0), chunk: 0, of: segment) == .unexpected)
            #expect(store.originWrote(truth.bytes, at: 0, of: segment) == truth.length)
            #expect(store.lengthKnown(truth.length, of: segment) == true)
            #expect(reader.status.available == truth.length)
            #expect(store.isOffered(segment) == false)
        }
    }

    @Test(arguments: Ending.allCases)
    func `a version is current until something comes in its place, or nothing`(
        _ ending: Ending
    ) async throws {
        let truth = try TestSegment(length: 40_000, seed: 1)
        let segment = segment
        try await withStore { store in
            #expect(store.version(of: segment) == nil)
            #expect(store.originWrote(truth.bytes, at: 0, of: segment) == truth.length)
            #expect(store.version(of: segment) == nil, "it may go on")
            #expect(store.lengthKnown(truth.length, of: segment) == true)
            let found = store.version(of: segment)
            let version = try #require(found)
            #expect(store.quarantine(segment) && version.isCurrent)
            #expect(store.originWrote(truth.bytes, at: 0, of: segment) == 0 && version.isCurrent)
            let held = store.held(segment)
            switch ending {
            case .restart:
                store.restart(segment)
                #expect(store.originWrote(truth.bytes, at: 0, of: segment) == truth.length)
                #expect(store.lengthKnown(truth.length, of: segment) == true)
                #expect(store.version(of: segment)?.isCurrent == true)
            case .removal: store.remove(segment)
            case .close: store.close()
            }
            #expect(!version.isCurrent)
            #expect(held?.array == truth.bytes)
        }
    }

    enum Ending: CaseIterable {
        case restart
        case removal
        case close
    }

    @Test func `what nobody asked for takes no memory`() async throws {
        let truth = try TestSegment(length: 40_000, seed: 1)
        let segment = segment
        try await withStore { store in
            #expect(store.accept(truth.chunk(0), chunk: 0, of: segment) == .unexpected)
            #expect(store.status(of: segment).length == nil)
        }
    }

    @Test func `over its budget the store lets go of what was played, longest ago first`()
        async throws
    {
        let truth = try TestSegment(length: 40_000, seed: 1)
        let loop = try UVEventLoop(name: "store")
        let store = SegmentStore(budget: MemoryBudget(100_000), on: loop)
        try await store.run { store in
            let segments = (0..<5).map { SegmentID(track: TrackID(1), number: $0) }
            for segment in segments {
                #expect(store.lengthKnown(truth.length, of: segment) == true)
                _ = store.originWrote(truth.bytes, at: 0, of: segment)
            }
            let reader = store.open(segments[0]) {}
            let versions = segments.map { store.version(of: $0) }
            let gone = store.evict(playhead: .seconds(6), isWanted: { _ in false }) {
                .seconds(Int64(2 * $0.number))
            }
            #expect(gone == [segments[1], segments[2], segments[4]])
            #expect(
                segments.map { store.completeLength(of: $0) != nil } == [
                    true, false, false, true, false,
                ])
            #expect(versions.map { $0?.isCurrent } == [true, false, false, true, false])
            reader.close()
        }
        await loop.shutdown()
    }

    @Test func `a segment that is read or wanted is not evicted`() async throws {
        let truth = try TestSegment(length: 40_000, seed: 1)
        let (segment, other) = (segment, other)
        let loop = try UVEventLoop(name: "store")
        let store = SegmentStore(budget: MemoryBudget(1), on: loop)
        try await store.run { store in
            let reader = store.open(segment) {}
            for segment in [segment, other] {
                #expect(store.lengthKnown(truth.length, of: segment) == true)
                _ = store.originWrote(Array(truth.bytes.prefix(100)), at: 0, of: segment)
            }
            _ = store.originWrote(Array(truth.bytes.dropFirst(100)), at: 100, of: segment)
            #expect(store.evict(playhead: .zero, isWanted: { $0 == other }) { _ in .zero }.isEmpty)
            #expect(reader.status.available == truth.length)
            reader.close()
            #expect(
                store.evict(playhead: .zero, isWanted: { $0 == other }) { _ in .zero } == [segment])
        }
        await loop.shutdown()
    }

    @Test func `a store uses what others leave, and lets go of it when they need it`() async throws
    {
        let truth = try TestSegment(length: 40_000, seed: 1)
        let loop = try UVEventLoop(name: "store")
        let budget = MemoryBudget(160_000)
        let (first, second) = (
            SegmentStore(budget: budget, on: loop), SegmentStore(budget: budget, on: loop)
        )
        let segments = (0..<4).map { SegmentID(track: TrackID(1), number: $0) }
        let fill: @Sendable (isolated SegmentStore) -> Int = { store in
            for segment in segments {
                _ = store.lengthKnown(truth.length, of: segment)
                _ = store.originWrote(truth.bytes, at: 0, of: segment)
            }
            let gone = store.evict(playhead: .zero, isWanted: { _ in false }) {
                .seconds(Int64($0.number))
            }
            return segments.count - gone.count
        }
        let kept = try await first.run { fill($0) }
        #expect(kept == 4)
        let (own, left) = (try await second.run { fill($0) }, try await first.run { fill($0) })
        #expect(own == 2 && left == 2)
        await loop.shutdown()
    }
}
