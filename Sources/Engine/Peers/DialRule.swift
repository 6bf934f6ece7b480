import Primitives

/// Which introduced addresses may be dialled, so that no tracker can aim its clients at a victim.
enum DialRule {
    private static let firstUnprivilegedPort: UInt16 = 1024

    /// `observed` is the address under which the tracker sees this engine.
    ///
    /// An address that is not on the internet makes sense only to a client that is not either.
    static func allows(_ address: SocketAddress, observed: IPAddress) -> Bool {
        guard address.port >= firstUnprivilegedPort else { return false }
        return address.ip.isGloballyReachable || !observed.isGloballyReachable
    }
}
