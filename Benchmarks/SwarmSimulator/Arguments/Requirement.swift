/// What a run has to show, or the tool fails.
struct Requirement: Equatable {
    enum Measure: String, CaseIterable {
        case offload
        case gap
        case copies
        case stall
        case upload
        case duplicates
        case hops
        case wrong
        case bans
        case waste
        case kept
    }

    let measure: Measure
    let limit: Double

    /// From `NAME=LIMIT`.
    init(_ text: String) throws(WordReader.Problem) {
        let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, let measure = Measure(rawValue: String(parts[0])) else {
            let names = Measure.allCases.map(\.rawValue).joined(separator: ", ")
            throw WordReader.Problem(
                "--require needs NAME=LIMIT with a NAME of \(names), not \(text)")
        }
        self.measure = measure
        let most = 1_000_000.0
        let range = measure.isShare ? 0...1 : 0...most
        limit = try WordReader.number(parts[1], of: "--require \(measure.rawValue)", in: range)
    }
}

extension Requirement.Measure {
    fileprivate var isShare: Bool {
        switch self {
        case .offload, .gap, .duplicates, .kept: true
        case .copies, .stall, .upload, .hops, .wrong, .bans, .waste: false
        }
    }
}
