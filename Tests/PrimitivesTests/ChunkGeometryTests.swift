import Primitives
import Testing

@Suite struct ChunkGeometryTests {
    @Test(arguments: [0, -1, .min, 256 << 20 + 1, .max])
    func `a length that cannot be shared has no geometry`(length: Int) {
        #expect(ChunkGeometry(length: length) == nil)
    }

    @Test(arguments: [
        (1, 1, 1), (32_767, 1, 32_767), (32_768, 1, 32_768), (32_769, 2, 1), (98_304, 3, 32_768),
        (3_750_000, 115, 14_448), (256 << 20, 8_192, 32_768),
    ])
    func `chunks cover a segment once`(length: Int, count: Int, last: Int) throws {
        let geometry = try #require(ChunkGeometry(length: length))
        #expect(geometry.chunkCount == count)
        var end = 0
        for index in 0..<count {
            let bytes = geometry.bytes(ofChunk: index)
            #expect(bytes.lowerBound == end)
            #expect(bytes.count == (index == count - 1 ? last : 32_768))
            end = bytes.upperBound
        }
        #expect(end == length)
        #expect(count <= ChunkGeometry.largestChunkCount)
    }

    @Test func `a chunk past the end is the caller's error`() async {
        await #expect(processExitsWith: .failure) {
            _ = ChunkGeometry(length: 1)?.bytes(ofChunk: 1)
        }
        await #expect(processExitsWith: .failure) {
            _ = ChunkGeometry(length: 1)?.bytes(ofChunk: -1)
        }
    }
}
