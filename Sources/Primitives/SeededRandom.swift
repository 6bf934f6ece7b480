/// A random number generator that gives the same numbers for the same seed: SplitMix64.
///
/// For choices that must be reproducible. Never for secrets.
@usableFromInline
package struct SeededRandom: RandomNumberGenerator, Sendable {
    @usableFromInline var state: UInt64

    @inlinable
    package init(seed: UInt64) {
        state = seed
    }

    @inlinable
    package mutating func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
        return mixed ^ (mixed >> 31)
    }

    /// One number, which depends on the seed alone.
    @inlinable
    package static func value(_ seed: UInt64) -> UInt64 {
        var random = SeededRandom(seed: seed)
        return random.next()
    }

    /// One number from 0 up to but not including 1, which depends on the seed alone.
    @inlinable
    package static func fraction(_ seed: UInt64) -> Double {
        Double(value(seed) >> 40) / Double(1 << 24)
    }
}
