import Foundation

extension FloodRun.Outcome {
    /// Memory that a flood may cost.
    private static let mostMemory = 64 << 20

    /// What is wrong, as far as it does not depend on how fast the machine is.
    var faults: [String] {
        var faults: [String] = []
        func expect(_ holds: Bool, _ fault: String) { if !holds { faults.append(fault) } }
        expect(flood.failed == 0, "\(flood.failed) connections of the flood were not made")
        expect(lost == 0, "\(lost) of \(VictimKind.honest) honest clients lost their channel")
        expect(newDescriptors <= kind.mostPending + 2, "\(newDescriptors) descriptors more")
        expect(newMemory < Self.mostMemory, "\(newMemory >> 20) MiB more")
        expect(recovery != nil, "it did not recover")
        return faults
    }

    /// Times are said, and judged by who reads them.
    var text: String {
        let limit = baseline.percentile(0.99) * 2
        let recovered = recovery.map { "\($0.seconds) (is to be below 5 s)" } ?? "never"
        return """
            \(kind), \(VictimKind.honest) honest clients, \(flood.connections) connections in \
            \(flood.time.seconds)
              p99 of \(baseline.count) answers before: \(baseline.percentile(0.99).milliseconds), \
            median \(baseline.percentile(0.5).milliseconds)
              p99 of \(flooded.count) answers meanwhile: \(flooded.percentile(0.99).milliseconds) \
            (is to be below \(limit.milliseconds)), median \(flooded.percentile(0.5).milliseconds)
              memory: \(before.memory >> 20) MiB, and \(newMemory >> 20) MiB more at most
              processor: \((most.time - before.time).seconds) for it and those whom it serves
              descriptors: \(before.descriptors), and \(newDescriptors) more at most
              newcomers meanwhile: \(newcomers.served) of \(newcomers.tried) served
              recovery: \(recovered)
              \(counters)
            """
    }

    private var newMemory: Int { most.memory - before.memory }
    private var newDescriptors: Int { most.descriptors - before.descriptors }
}
