package import Primitives

/// Where to listen, as an operator writes it: `127.0.0.1:7400`, `[::1]:7400`.
///
/// No names: what those mean may change. Port 0 lets the system choose.
package struct ListenAddress: Hashable, Sendable {
    package let socketAddress: SocketAddress
    /// The address as it was written, without brackets.
    package let host: String

    /// Nil unless it is an address and a port.
    package init?(_ text: String) {
        guard let colon = text.lastIndex(of: ":") else { return nil }
        let digits = text[text.index(after: colon)...]
        guard digits.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }),
            let port = UInt16(digits)
        else { return nil }
        let written = text[..<colon]
        let isBracketed = written.hasPrefix("[") && written.hasSuffix("]")
        host = String(isBracketed ? written.dropFirst().dropLast() : written)
        guard let ip = isBracketed ? IPAddress(v6: host) : IPAddress(v4: host) else { return nil }
        socketAddress = SocketAddress(ip: ip, port: port)
    }

    /// Whether it stands for every address of the machine, and so for none that a client could dial.
    package var isWildcard: Bool {
        socketAddress.ip == .v4(0) || socketAddress.ip == .v6(high: 0, low: 0)
    }

    /// Whether only this machine can connect to it.
    package var isLoopback: Bool { socketAddress.ip.isLoopback }
}

extension ListenAddress: CustomStringConvertible {
    /// As it was written.
    package var description: String {
        host.contains(":") ? "[\(host)]:\(socketAddress.port)" : "\(host):\(socketAddress.port)"
    }
}
