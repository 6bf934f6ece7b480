/// What an input costs, of one kind or of all.
struct InputCost: Encodable {
    struct Time: Encodable {
        let p50: Int
        let p99: Int
    }

    let inputs: Int
    let nanoseconds: Time
    /// The mean of the cheapest 95 %, in nanoseconds: the rest is what else the machine did.
    let usual: Double
    /// The mean; zero where they are not counted.
    let instructions: Double
    /// Of all inputs together.
    let allocations: Int
    /// Inputs that allocated anything.
    let allocating: Int

    init(_ samples: Samples) {
        inputs = samples.count
        let times = samples.nanoseconds.sorted()
        nanoseconds = Time(p50: Self.quantile(0.5, of: times), p99: Self.quantile(0.99, of: times))
        usual = Self.mean(of: times.prefix(times.count * 95 / 100))
        instructions = Self.mean(of: samples.instructions[...])
        allocations = samples.allocations
        allocating = samples.allocating
    }

    private static func mean(of numbers: ArraySlice<Int>) -> Double {
        numbers.isEmpty ? 0 : Double(numbers.reduce(0, +)) / Double(numbers.count)
    }

    private static func quantile(_ share: Double, of sorted: [Int]) -> Int {
        sorted.isEmpty ? 0 : sorted[min(sorted.count - 1, Int(share * Double(sorted.count)))]
    }
}
