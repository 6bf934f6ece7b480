import Primitives
import SwarmCore
import Testing

@Suite struct SegmentAssemblyTests {
    private let chunk = ChunkGeometry.chunkSize

    @Test func `chunks fill a segment in any order and count once`() {
        var assembly = SegmentAssembly(length: 2 * chunk + 100)
        #expect(assembly.chunkCount == 3)
        expect(assembly.chunkVerified(2), is: 100)
        #expect(assembly.contiguousPrefix == 0)
        expect(assembly.chunkVerified(0), is: chunk)
        expect(assembly.chunkVerified(0), is: 0)
        #expect(assembly.contiguousPrefix == chunk)
        #expect(assembly.missingCount == chunk)
        #expect(!assembly.isComplete)
        expect(assembly.chunkVerified(1), is: chunk)
        #expect(assembly.isComplete)
    }

    @Test func `what is there without a gap can be read from any byte on`() {
        var assembly = SegmentAssembly(length: 4 * chunk)
        _ = assembly.chunkVerified(1)
        _ = assembly.originDelivered(2 * chunk..<2 * chunk + 10)
        #expect(assembly.contiguousEnd(from: 0) == 0)
        #expect(assembly.contiguousEnd(from: chunk + 5) == 2 * chunk + 10)
        #expect(assembly.contiguousEnd(from: 2 * chunk + 10) == 2 * chunk + 10)
        _ = assembly.chunkVerified(0)
        #expect(assembly.contiguousEnd(from: 0) == 2 * chunk + 10)
    }

    @Test func `the origin goes on at the first missing byte and meets later chunks`() {
        var assembly = SegmentAssembly(length: 4 * chunk)
        _ = assembly.chunkVerified(0)
        _ = assembly.chunkVerified(3)
        let offset = assembly.contiguousPrefix
        #expect(offset == chunk)
        expect(assembly.originDelivered(offset..<offset + 10), is: 10)
        #expect(!assembly.isPresent(chunk: 1))
        expect(assembly.originDelivered(offset..<offset + chunk), is: chunk - 10)
        #expect(assembly.isPresent(chunk: 1))
        expect(assembly.originDelivered(2 * chunk..<4 * chunk), is: chunk)
        #expect(assembly.isComplete)
    }

    @Test func `a length that contradicts is refused`() {
        var assembly = SegmentAssembly(length: nil)
        expect(assembly.originDelivered(0..<500), is: 500)
        #expect(!assembly.isComplete)
        #expect(assembly.missingCount == nil)
        expect(assembly.lengthKnown(499), is: false)
        expect(assembly.lengthKnown(500), is: true)
        expect(assembly.lengthKnown(501), is: false)
        #expect(assembly.isComplete)
    }

    @Test func `bytes and chunks beyond the end count nothing`() {
        var assembly = SegmentAssembly(length: 100)
        expect(assembly.chunkVerified(1), is: 0)
        expect(assembly.chunkVerified(-1), is: 0)
        expect(assembly.originDelivered(90..<200), is: 10)
        expect(assembly.originDelivered(300..<400), is: 0)
    }

    @Test(arguments: Seeds.some(20)) func `any mix adds up to the length`(seed: UInt64) {
        var random = SeededRandom(seed: seed)
        let length = Int.random(in: 1...20 * chunk, using: &random)
        var assembly = SegmentAssembly(length: length)
        var total = 0
        while !assembly.isComplete {
            if Bool.random(using: &random) {
                total += assembly.chunkVerified(
                    Int.random(in: 0..<assembly.chunkCount, using: &random))
            } else {
                let start = Int.random(in: 0..<length, using: &random)
                let end = min(length, start + Int.random(in: 0...3 * chunk, using: &random))
                total += assembly.originDelivered(start..<end)
            }
            #expect(total == assembly.presentCount, "seed \(seed)")
        }
        #expect(total == length, "seed \(seed)")
    }
}

@Suite struct SegmentSetTests {
    @Test func `numbers are remembered in few words`() {
        var set = SegmentSet()
        for number in [3, 64, 65, 1_000_000, 3] as [UInt64] { set.insert(number) }
        #expect(set.numbers == [3, 64, 65, 1_000_000])
        #expect(set.count == 4)
        #expect(set.wordCount == 3)
        #expect(!set.hasRoom(for: 500, limit: 3))
        #expect(set.hasRoom(for: 5, limit: 3))
        let wasThere = set.remove(1_000_000)
        #expect(wasThere)
        #expect(set.wordCount == 2)
        #expect(!set.contains(1_000_000))
    }

    @Test(arguments: Seeds.some(20)) func `a walk beside a plain set`(seed: UInt64) {
        var random = SeededRandom(seed: seed)
        var set = SegmentSet()
        var plain: Set<UInt64> = []
        for _ in 0..<600 {
            let number = UInt64.random(in: 0..<500, using: &random)
            switch UInt64.random(in: 0..<20, using: &random) {
            case 0:
                set.removeWords(before: number)
                plain = plain.filter { $0 >= number / 64 * 64 }
            case 1..<9: #expect(set.remove(number) == (plain.remove(number) != nil))
            default: #expect(set.insert(number) == plain.insert(number).inserted)
            }
            #expect(set.numbers == plain.sorted(), "seed \(seed)")
            #expect(set.count == plain.count, "seed \(seed)")
            #expect(set.wordCount == Set(plain.map { $0 / 64 }).count, "seed \(seed)")
            #expect(set.contains(number) == plain.contains(number), "seed \(seed)")
        }
    }
}
