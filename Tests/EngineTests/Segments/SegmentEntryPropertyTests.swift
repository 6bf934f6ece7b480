import Primitives
import TestSupport
import Testing

@testable import Engine

/// Peers tell the truth and lie, origins deliver in any order and change their minds: what a reader
/// can read came from the origin or matched its leaf, and stays what it is.
@Suite struct SegmentEntryPropertyTests {
    @Test(arguments: (0..<20).map { testSeed &+ $0 })
    func `every readable byte is the origin's or matched its leaf`(seed: UInt64) throws {
        var walk = try SegmentEntryWalk(seed: seed)
        while walk.steps < 40, !walk.isContradicted {
            walk.step()
            #expect(walk.unaccounted == nil, "seed \(seed), step \(walk.steps)")
            #expect(walk.shareableIsTrue, "seed \(seed), step \(walk.steps)")
        }
    }
}

/// One segment under random treatment, beside a naive model of what may be read of it.
struct SegmentEntryWalk {
    private let truth: TestSegment
    /// What the origin serves: the truth, or for some seeds something else.
    private var origin: [UInt8]
    private var random: SeededRandom
    private var entry: SegmentEntry
    /// The value that a reader may see at each place, once something vouches for it.
    private var sanctioned: [UInt8?]
    private var isProven = false
    private(set) var steps = 0
    private(set) var isContradicted = false

    init(seed: UInt64) throws {
        random = SeededRandom(seed: seed)
        let length = Int.random(in: 1...3 * ChunkGeometry.chunkSize, using: &random)
        truth = try TestSegment(length: length, seed: seed)
        origin = truth.bytes
        if Int.random(in: 0..<3, using: &random) == 0 {
            origin[Int.random(in: 0..<length, using: &random)] ^= 1
        }
        entry = SegmentEntry(length: Bool.random(using: &random) ? length : nil)
        sanctioned = Array(repeating: nil, count: length)
    }

    /// The first readable byte that nothing vouches for, if any.
    var unaccounted: Int? {
        guard !isContradicted else { return nil }
        let readable = entry.readable()
        return readable.indices.first { sanctioned[$0] != readable[$0] }
    }

    /// Whether all that would be passed on matches the leaves that go with it.
    var shareableIsTrue: Bool {
        truth.leaves.indices.allSatisfy { chunk in
            entry.shareable(chunk).map { $0 == truth.chunk(chunk) } ?? true
        }
    }

    mutating func step() {
        steps += 1
        switch Int.random(in: 0..<10, using: &random) {
        case 0 where !isProven: prove()
        case 0...3: originWrites()
        case 4...7: truthfulPeer()
        default: lyingPeer()
        }
    }

    private mutating func prove() {
        isContradicted = !entry.prove(truth.proof)
        isProven = true
    }

    private mutating func originWrites() {
        let start = Int.random(in: 0..<truth.length, using: &random)
        let end = Int.random(in: start...truth.length, using: &random)
        let contradicts = (start..<end).contains { sanctioned[$0] ?? origin[$0] != origin[$0] }
        guard entry.originWrote(origin[start..<end], at: start) != nil else {
            isContradicted = true
            return
        }
        #expect(!contradicts, "the origin changed a byte that was readable")
        for place in start..<end { sanctioned[place] = origin[place] }
    }

    private mutating func truthfulPeer() {
        let chunk = Int.random(in: 0..<truth.geometry.chunkCount, using: &random)
        let range = truth.geometry.bytes(ofChunk: chunk)
        let contradicts = range.contains { sanctioned[$0] ?? truth.bytes[$0] != truth.bytes[$0] }
        switch entry.accept(truth.chunk(chunk), chunk: chunk) {
        case .verified(let missing):
            #expect(isProven && missing > 0 && !contradicts)
            for place in range { sanctioned[place] = truth.bytes[place] }
        case .duplicate:
            #expect(range.allSatisfy { sanctioned[$0] != nil })
        case .unexpected:
            #expect(!isProven)
        case .contradicted:
            #expect(contradicts)
            isContradicted = true
        case .wrong:
            Issue.record("the truth was called wrong")
        }
    }

    private mutating func lyingPeer() {
        let chunk = Int.random(in: 0..<truth.geometry.chunkCount, using: &random)
        var bytes = truth.chunk(chunk)
        switch Int.random(in: 0..<3, using: &random) {
        case 0: bytes[Int.random(in: 0..<bytes.count, using: &random)] ^= 1
        case 1: bytes.removeLast()
        default: bytes = random.bytes(bytes.count)
        }
        switch entry.accept(bytes, chunk: chunk) {
        case .wrong, .duplicate: break
        case .unexpected: #expect(!isProven)
        case .verified, .contradicted: Issue.record("a lie was taken for the truth")
        }
    }
}
