import Primitives
import TestSupport
import Testing

@Suite struct Bytes32Tests {
    private let ascending = (0..<32).map { UInt8($0) }

    @Test func `thirty-two bytes come out as they went in`() throws {
        let value = try #require(Bytes32(ascending))
        #expect(value.bytes == ascending)
        #expect(value.prefix64 == 0x0001_0203_0405_0607)
        #expect(
            value.hex == "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f")
        #expect(Bytes32(hex: value.hex) == value)
        #expect(Bytes32.zero.bytes == [UInt8](repeating: 0, count: 32))
    }

    @Test(arguments: [0, 31, 33, 64]) func `another count is refused`(count: Int) {
        #expect(Bytes32([UInt8](repeating: 1, count: count)) == nil)
        #expect(Bytes32(hex: String(repeating: "01", count: count)) == nil)
    }

    @Test func `order, equality and hash are those of the bytes`() throws {
        var random = SeededRandom(seed: testSeed)
        for _ in 0..<200 {
            let left = random.bytes(32)
            var right = left
            let index = Int.random(in: 0..<32, using: &random)
            right[index] = UInt8.random(in: 0...255, using: &random)
            let first = try #require(Bytes32(left))
            let second = try #require(Bytes32(right))
            #expect((first < second) == left.lexicographicallyPrecedes(right))
            #expect((first == second) == (left == right))
            #expect(Set([first, second]).count == (left == right ? 1 : 2))
        }
    }
}
