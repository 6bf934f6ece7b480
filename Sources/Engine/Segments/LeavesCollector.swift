import PeerWire
import Primitives

/// Puts the pages of one leaf list together, as they come in order from one peer.
struct LeavesCollector: Sendable {
    enum Progress: Hashable, Sendable {
        case incomplete
        case complete
        /// The pages do not belong together.
        case broken
    }

    let attestation: [UInt8]
    private(set) var leaves: [Leaf] = []
    private let total: Int

    init(first page: LeavesPage) {
        attestation = page.attestation
        total = Int(page.totalLeaves)
    }

    /// A list that is whole.
    init(attestation: [UInt8], leaves: [Leaf]) {
        self.attestation = attestation
        self.leaves = leaves
        total = leaves.count
    }

    mutating func add(_ page: LeavesPage) -> Progress {
        guard page.attestation == attestation, Int(page.totalLeaves) == total,
            Int(page.firstLeaf) == leaves.count
        else { return .broken }
        leaves.append(contentsOf: page.leaves)
        return leaves.count == total ? .complete : .incomplete
    }
}
