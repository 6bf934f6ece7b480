/// The neighbourhood that an address belongs to when identities are counted: a /24 of IPv4, a /48 of IPv6.
package struct NetworkPrefix: Hashable, Sendable {
    private let address: IPAddress

    package init(of address: IPAddress) {
        switch address.unmapped {
        case .v4(let value): self.address = .v4(value & 0xffff_ff00)
        case .v6(let high, _): self.address = .v6(high: high & 0xffff_ffff_ffff_0000, low: 0)
        }
    }
}

extension NetworkPrefix: CustomStringConvertible {
    /// All that a log may say of where a client is.
    package var description: String {
        switch address {
        case .v4: "\(address)/24"
        case .v6: "\(address)/48"
        }
    }
}

extension IPAddress {
    /// The IPv4 address that a dual-stack socket shows as `::ffff:a.b.c.d`, or the address itself.
    ///
    /// Without this every IPv4 client of such a socket would be in one and the same /48.
    package var unmapped: IPAddress {
        guard case .v6(high: 0, let low) = self, low >> 32 == 0xffff else { return self }
        return .v4(UInt32(truncatingIfNeeded: low))
    }
}
