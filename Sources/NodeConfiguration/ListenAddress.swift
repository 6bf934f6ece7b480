/// Where the node listens: an address of this machine and a port.
package struct ListenAddress: Hashable, Sendable, CustomStringConvertible {
    /// An IPv4 address, or an IPv6 address without its brackets.
    package let host: String
    /// Port 0 lets the system choose.
    package let port: UInt16

    /// `127.0.0.1:8080` or `[::1]:8080`; nil for a name, since what that means may change.
    package init?(_ text: String) {
        guard let colon = text.lastIndex(of: ":"),
            let port = UInt16(text[text.index(after: colon)...])
        else { return nil }
        let host = text[..<colon]
        if host.hasPrefix("["), host.hasSuffix("]") {
            let inner = host.dropFirst().dropLast()
            guard inner.contains(":"), inner.allSatisfy({ $0.isHexDigit || $0 == ":" || $0 == "." })
            else { return nil }
            self.host = String(inner)
        } else {
            let parts = host.split(separator: ".", omittingEmptySubsequences: false)
            guard parts.count == 4, parts.allSatisfy({ UInt8($0) != nil }) else { return nil }
            self.host = String(host)
        }
        self.port = port
    }

    /// Whether only this machine can connect to it.
    package var isLoopback: Bool { host == "127.0.0.1" || host == "::1" }

    package var description: String { host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)" }
}

extension ValueCodec where Value == ListenAddress {
    static let address = ValueCodec.parsed(
        "an address and a port like 127.0.0.1:8080 or [::]:8080",
        encode: { .text($0.description) }, ListenAddress.init)
}
