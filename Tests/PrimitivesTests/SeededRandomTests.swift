import Primitives
import Testing

@Suite struct SeededRandomTests {
    /// Vector of the SplitMix64 reference implementation.
    @Test func `the numbers are those of SplitMix64`() {
        var random = SeededRandom(seed: 1_234_567)
        #expect(random.next() == 6_457_827_717_110_365_317)
        #expect(random.next() == 3_203_168_211_198_807_973)
        #expect(random.next() == 9_817_491_932_198_370_423)
    }
}
