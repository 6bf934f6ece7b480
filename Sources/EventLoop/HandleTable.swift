/// The owner of a libuv handle, which the loop keeps until the handle's close callback.
protocol HandleOwner: AnyObject {
    /// Closes because the loop ends.
    func closeForShutdown()
}

/// The open and closing handles of one loop, by address.
struct HandleTable {
    private var ownersByAddress: [UInt: any HandleOwner] = [:]
    private(set) var refusesMore = false

    var count: Int { ownersByAddress.count }
    var owners: [any HandleOwner] { Array(ownersByAddress.values) }

    mutating func setOwner(_ owner: any HandleOwner, at address: UInt) {
        ownersByAddress[address] = owner
    }

    /// Returns the owner so that its end does not fall into the table's mutation.
    mutating func removeOwner(at address: UInt) -> (any HandleOwner)? {
        ownersByAddress.removeValue(forKey: address)
    }

    mutating func refuseMore() {
        refusesMore = true
    }
}
