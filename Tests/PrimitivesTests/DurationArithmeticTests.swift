import Primitives
import Testing

/// Held against whole numbers of 128 bits, as the standard library reckons.
@Suite struct DurationArithmeticTests {
    private static let trillion: Int128 = 1_000_000_000_000

    /// Of every size from attoseconds to centuries, of either sign.
    private static func durations(_ count: Int, using random: inout SeededRandom) -> [Duration] {
        (0..<count).map { _ in
            let bits = Int128(Int64(bitPattern: random.next())) << 28 | Int128(random.next() >> 36)
            return Duration(attoseconds: bits >> Int128(random.next() % 92))
        }
    }

    @Test(arguments: [1, 2, 3] as [UInt64])
    func `a duration is scaled as its attoseconds are`(seed: UInt64) {
        var random = SeededRandom(seed: seed)
        for duration in Self.durations(20_000, using: &random) {
            let factor = Double(Int32(truncatingIfNeeded: random.next())) / 1e6
            let scaled = Int128(Double(duration.attoseconds) * factor)
            #expect(duration * factor == Duration(attoseconds: scaled), "\(duration) \(factor)")
            let times = Int(Int16(truncatingIfNeeded: random.next()))
            #expect(
                duration * times == Duration(attoseconds: duration.attoseconds * Int128(times)))
        }
    }

    @Test(arguments: [4, 5, 6] as [UInt64])
    func `seconds are whole ones and a rounded rest`(seed: UInt64) {
        var random = SeededRandom(seed: seed)
        for _ in 0..<20_000 {
            let shift = random.next() % 62
            let seconds = Double(Int64(bitPattern: random.next()) >> Int64(shift)) / 1e9
            let whole = seconds.rounded(.towardZero)
            let rest = ((seconds - whole) * 1e18).rounded()
            let expected = Int128(whole) * Self.trillion * 1_000_000 + Int128(rest)
            #expect(Duration.seconds(seconds).attoseconds == expected, "\(seconds)")
        }
        #expect(Duration.seconds(0.1) == .milliseconds(100))
        #expect(Duration.seconds(-2.5) == .milliseconds(-2_500))
    }

    @Test(arguments: [7, 8, 9] as [UInt64])
    func `durations are ordered as their attoseconds are`(seed: UInt64) {
        var random = SeededRandom(seed: seed)
        let left = Self.durations(20_000, using: &random)
        let right = Self.durations(20_000, using: &random)
        for (one, other) in zip(left, right) {
            #expect((one < other) == (one.attoseconds < other.attoseconds))
            #expect((one <= other) == (one.attoseconds <= other.attoseconds))
            #expect((one > other) == (one.attoseconds > other.attoseconds))
            #expect((one >= other) == (one.attoseconds >= other.attoseconds))
            #expect(one <= one && one >= one)
            #expect(min(one, other).attoseconds == min(one.attoseconds, other.attoseconds))
            #expect(max(one, other).attoseconds == max(one.attoseconds, other.attoseconds))
        }
    }

    @Test(arguments: [Int64.min, -1_000_000_001, -1, 0, 1, 9_223_372_037, .max])
    func `nanoseconds stay whole`(nanoseconds: Int64) {
        let duration = Duration.whole(nanoseconds: nanoseconds)
        #expect(duration.attoseconds == Int128(nanoseconds) * 1_000_000_000)
        #expect(duration.wholeNanoseconds == nanoseconds)
    }
}
