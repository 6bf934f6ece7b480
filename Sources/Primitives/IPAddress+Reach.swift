extension IPAddress {
    /// Whether the address is meant for the public internet, and not for one machine, one network,
    /// a group or nobody.
    package var isGloballyReachable: Bool {
        switch self {
        case .v4(let value):
            return !Self.v4Blocks.contains { value >> (32 - $0.bits) == $0.base >> (32 - $0.bits) }
        case .v6(let high, let low):
            if let embedded = Self.embeddedV4(high: high, low: low) {
                return embedded.isGloballyReachable
            }
            return !Self.v6Blocks.contains { high >> (64 - $0.bits) == $0.base >> (64 - $0.bits) }
        }
    }

    /// The IPv4 address that packets to this IPv6 address reach, or may reach.
    private static func embeddedV4(high: UInt64, low: UInt64) -> IPAddress? {
        let lastWord = IPAddress.v4(UInt32(truncatingIfNeeded: low))
        switch (high, low >> 32) {
        case (0, 0): return lastWord  // ::/96: unspecified, loopback and the old compatible form
        case (0, 0xffff): return lastWord  // ::ffff:0:0/96, mapped
        case (0, 0xffff_0000): return lastWord  // ::ffff:0:0:0/96, translated
        case (0x0064_ff9b_0000_0000, 0): return lastWord  // 64:ff9b::/96, NAT64
        default: break
        }
        guard high >> 48 == 0x2002 else { return nil }
        return .v4(UInt32(truncatingIfNeeded: high >> 16))  // 6to4
    }

    private static let v4Blocks: [(base: UInt32, bits: UInt32)] = [
        (0x0000_0000, 8),  // this network
        (0x0a00_0000, 8),  // private
        (0x6440_0000, 10),  // carrier-grade NAT
        (0x7f00_0000, 8),  // loopback
        (0xa9fe_0000, 16),  // link-local, metadata services among them
        (0xac10_0000, 12),  // private
        (0xc000_0000, 24),  // protocol assignments
        (0xc0a8_0000, 16),  // private
        (0xc612_0000, 15),  // benchmarks
        (0xe000_0000, 4),  // multicast
        (0xf000_0000, 4),  // reserved, broadcast
    ]

    private static let v6Blocks: [(base: UInt64, bits: UInt64)] = [
        (0x0064_ff9b_0001_0000, 48),  // local NAT64
        (0x0100_0000_0000_0000, 64),  // discard
        (0x2001_0000_0000_0000, 32),  // Teredo
        (0xfc00_0000_0000_0000, 7),  // unique local
        (0xfe80_0000_0000_0000, 10),  // link-local
        (0xfec0_0000_0000_0000, 10),  // site-local
        (0xff00_0000_0000_0000, 8),  // multicast
    ]
}
