/// What each of many inputs cost.
struct Samples {
    private(set) var nanoseconds: [Int] = []
    private(set) var instructions: [Int] = []
    private(set) var allocations = 0
    /// Inputs that allocated anything.
    private(set) var allocating = 0

    var count: Int { nanoseconds.count }

    mutating func add(nanoseconds: Int, allocations: Int, instructions: Int) {
        self.nanoseconds.append(nanoseconds)
        self.instructions.append(instructions)
        self.allocations += allocations
        if allocations > 0 { allocating += 1 }
    }

    mutating func add(_ others: Samples) {
        nanoseconds += others.nanoseconds
        instructions += others.instructions
        allocations += others.allocations
        allocating += others.allocating
    }
}
