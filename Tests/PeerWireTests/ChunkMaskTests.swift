import PeerWire
import Testing

@Suite struct ChunkMaskTests {
    @Test(arguments: [1, 2, 63, 64, 65, 127, 128, 129, 8_192])
    func `every chunk is in one group, and groups are at most 64`(count: Int) {
        let mask = ChunkMask(chunkCount: count)
        #expect(mask.groupCount <= 64)
        var covered = 0
        while covered < count {
            let group = mask.group(of: covered)
            #expect(group.lowerBound == covered)
            covered = group.upperBound
        }
        #expect(covered == count)
        covered = 0
        while covered < count {
            let group = mask.group(of: covered)
            covered = group.upperBound
            var one = mask
            one.insertGroup(of: group.lowerBound)
            #expect((0..<count).filter(one.contains) == Array(group))
            for chunk in group {
                var same = mask
                same.insertGroup(of: chunk)
                #expect(same == one && mask.group(of: chunk) == group)
            }
        }
    }

    @Test func `what lies outside is not there and changes nothing`() {
        var mask = ChunkMask(chunkCount: 10)
        mask.insertGroup(of: 10)
        mask.insertGroup(of: -1)
        #expect(mask.isEmpty)
        #expect(!mask.contains(10) && !mask.contains(-1))
        #expect(ChunkMask(chunkCount: 10, bits: 1 << 10) == nil)
        #expect(ChunkMask(chunkCount: 0, bits: 1) == nil)
        #expect(ChunkMask(chunkCount: 64, bits: .max) != nil)
    }

    @Test func `news adds to what is known, of another length it replaces it`() {
        var mask = ChunkMask(chunkCount: 0)
        var four = ChunkMask(chunkCount: 4)
        four.insertGroup(of: 1)
        mask.formUnion(four)
        #expect(mask == four)
        mask.formUnion(ChunkMask(chunkCount: 0))
        #expect(mask == four)
        var more = ChunkMask(chunkCount: 4)
        more.insertGroup(of: 3)
        mask.formUnion(more)
        #expect(mask.isSuperset(of: four) && mask.isSuperset(of: more))
        #expect(!four.isSuperset(of: mask))
    }
}
