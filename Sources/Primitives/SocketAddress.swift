/// An IP address.
package enum IPAddress: Hashable, Sendable {
    case v4(UInt32)
    case v6(high: UInt64, low: UInt64)

    package static let loopback = IPAddress.v4(0x7f00_0001)

    package var isLoopback: Bool {
        switch self {
        case .v4(let value): value >> 24 == 127
        case .v6(let high, let low): high == 0 && low == 1
        }
    }
}

/// An IP address and a port: where a peer, the tracker or a local server listens.
package struct SocketAddress: Hashable, Sendable {
    package let ip: IPAddress
    package let port: UInt16

    package init(ip: IPAddress, port: UInt16) {
        self.ip = ip
        self.port = port
    }
}

extension IPAddress: CustomStringConvertible {
    /// Dotted decimal, or eight groups in brackets without abbreviation.
    package var description: String {
        switch self {
        case .v4(let value):
            return (0..<4).map { String(value >> UInt32(24 - 8 * $0) & 255) }.joined(separator: ".")
        case .v6(let high, let low):
            let groups = [high, low].flatMap { word in
                (0..<4).map { String(word >> UInt64(48 - 16 * $0) & 0xffff, radix: 16) }
            }
            return "[" + groups.joined(separator: ":") + "]"
        }
    }
}

extension SocketAddress: CustomStringConvertible {
    package var description: String { "\(ip):\(port)" }
}
