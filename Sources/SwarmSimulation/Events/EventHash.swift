/// A hash over all events in their order; equal only for runs that were equal.
struct EventHash: Sendable {
    private(set) var count: UInt64 = 0
    private var state: UInt64 = 0x243f_6a88_85a3_08d3

    mutating func add(_ event: Event) {
        let (first, second) = event.what.digest
        mix(UInt64(bitPattern: event.at))
        mix(first)
        mix(second)
        count += 1
    }

    var description: String {
        let digits = String(state, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }

    private mutating func mix(_ word: UInt64) {
        state = (state ^ word) &* 0x9e37_79b9_7f4a_7c15
        state ^= state >> 29
    }
}
