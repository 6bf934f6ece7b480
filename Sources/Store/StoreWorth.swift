package import Primitives

/// What an item is worth now, for the index to remember.
package struct StoreWorth: Hashable, Sendable {
    package let name: Bytes32
    package let uses: Int64
    package let rank: Double

    package init(name: Bytes32, uses: Int64, rank: Double) {
        self.name = name
        self.uses = uses
        self.rank = rank
    }
}
