import Glibc
import Primitives

/// Where to listen, as an operator writes it: `127.0.0.1:7400`, `[::1]:7400`.
struct ListenAddress: Hashable {
    let socketAddress: SocketAddress
    /// The address without brackets, as a host is written.
    let host: String

    /// Nil unless it is a numeric address and a port.
    init?(_ text: String) {
        guard let colon = text.lastIndex(of: ":") else { return nil }
        let digits = text[text.index(after: colon)...]
        guard digits.allSatisfy(\.isNumber), let port = UInt16(digits) else { return nil }
        let written = text[..<colon]
        let isBracketed = written.hasPrefix("[") && written.hasSuffix("]")
        host = String(isBracketed ? written.dropFirst().dropLast() : written)
        guard let ip = isBracketed ? Self.parseV6(host) : Self.parseV4(host) else { return nil }
        socketAddress = SocketAddress(ip: ip, port: port)
    }

    /// Whether it stands for every address of the machine, and so for none that a client could dial.
    var isWildcard: Bool {
        socketAddress.ip == .v4(0) || socketAddress.ip == .v6(high: 0, low: 0)
    }

    private static func parseV4(_ text: String) -> IPAddress? {
        var address = in_addr()
        guard unsafe inet_pton(AF_INET, text, &address) == 1 else { return nil }
        return .v4(UInt32(bigEndian: address.s_addr))
    }

    private static func parseV6(_ text: String) -> IPAddress? {
        var bytes = [UInt8](repeating: 0, count: 16)
        guard unsafe inet_pton(AF_INET6, text, &bytes) == 1 else { return nil }
        let words = [bytes.prefix(8), bytes.suffix(8)].map { half in
            half.reduce(0 as UInt64) { $0 << 8 | UInt64($1) }
        }
        return .v6(high: words[0], low: words[1])
    }
}
