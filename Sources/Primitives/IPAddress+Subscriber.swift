extension IPAddress {
    /// What stands for whoever has the address: with one of IPv6 come the 2^64 around it.
    package var subscriber: IPAddress {
        switch unmapped {
        case .v4(let value): .v4(value)
        case .v6(let high, _): .v6(high: high, low: 0)
        }
    }
}
