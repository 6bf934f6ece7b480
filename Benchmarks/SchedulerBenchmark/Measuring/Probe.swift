import CAllocationCount
import CInstructionCount

/// Measures one input after the other and keeps what each cost, by kind.
struct Probe {
    /// Nothing is kept while this is false.
    var isRecording = false
    private(set) var samples: [Samples]
    private let countsInstructions: Bool
    private var allocationsBefore: UInt64 = 0
    private var instructionsBefore: UInt64 = 0
    private var start = ContinuousClock.now
    /// What measuring itself takes, which is taken off.
    private var ownNanoseconds = 0
    private var ownInstructions = 0

    init(countsInstructions: Bool) {
        self.countsInstructions = countsInstructions
        samples = InputKind.allCases.map { _ in Samples() }
        measureItself()
    }

    mutating func begin() {
        if countsInstructions { instructionsBefore = instruction_count() }
        allocationsBefore = allocation_count()
        start = ContinuousClock.now
    }

    mutating func end(_ kind: InputKind) {
        let elapsed = ContinuousClock.now - start
        let allocations = allocation_count() - allocationsBefore
        let instructions = countsInstructions ? instruction_count() - instructionsBefore : 0
        guard isRecording else { return }
        let nanoseconds = Int(elapsed.attoseconds / 1_000_000_000)
        samples[kind.rawValue].add(
            nanoseconds: max(0, nanoseconds - ownNanoseconds), allocations: Int(allocations),
            instructions: max(0, Int(instructions) - ownInstructions))
    }

    private mutating func measureItself() {
        isRecording = true
        for _ in 0..<2_000 {
            begin()
            end(.timedOut)
        }
        let cost = InputCost(samples[InputKind.timedOut.rawValue])
        ownNanoseconds = cost.nanoseconds.p50
        ownInstructions = Int(cost.instructions)
        samples = InputKind.allCases.map { _ in Samples() }
        isRecording = false
    }
}
