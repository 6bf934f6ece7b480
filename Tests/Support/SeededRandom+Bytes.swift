package import Primitives

extension SeededRandom {
    package mutating func bytes(_ count: Int) -> [UInt8] {
        (0..<count).map { _ in UInt8(truncatingIfNeeded: next()) }
    }

    package mutating func bytes32() -> Bytes32 {
        Bytes32(words: (next(), next(), next(), next()))
    }
}
