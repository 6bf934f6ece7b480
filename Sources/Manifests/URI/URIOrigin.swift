/// The scheme, host and port of an HTTP URI: what decides which headers a request may carry.
package struct URIOrigin: Hashable, Sendable {
    package enum Scheme: String, Hashable, Sendable {
        case http
        case https

        package var defaultPort: UInt16 {
            switch self {
            case .http: 80
            case .https: 443
            }
        }
    }

    package let scheme: Scheme
    /// In lower case; an IPv6 address stands in its brackets.
    package let host: String
    package let port: UInt16

    /// Nil for any other scheme, and where host or port could be read in two ways.
    ///
    /// A host that this parser and the one that opens the connection understand differently would send
    /// one server's credentials to another. So whatever RFC 3986 does not allow in a host is refused, and
    /// so are percent-escapes in a name, which some parsers decode.
    init?(scheme: ArraySlice<UInt8>, authority: ArraySlice<UInt8>) {
        let name = String(decoding: scheme.map(\.lowercasedASCII), as: UTF8.self)
        guard let scheme = Scheme(rawValue: name) else { return nil }
        var hostAndPort = authority
        if let at = authority.lastIndex(of: UInt8(ascii: "@")) {
            guard authority.firstIndex(of: UInt8(ascii: "@")) == at,
                !authority[..<at].contains(UInt8(ascii: "\\"))
            else { return nil }
            hostAndPort = authority[(at + 1)...]
        }
        guard let hostEnd = Self.endOfHost(in: hostAndPort) else { return nil }
        let port = hostAndPort[hostEnd...].dropFirst()
        self.scheme = scheme
        host = String(decoding: hostAndPort[..<hostEnd].map(\.lowercasedASCII), as: UTF8.self)
        if port.isEmpty {
            self.port = scheme.defaultPort
        } else {
            guard let number = ASCIINumber.unsigned(port), let port = UInt16(exactly: number)
            else { return nil }
            self.port = port
        }
    }

    /// Where the host ends, at a colon or at the end; nil if it is no host.
    private static func endOfHost(in bytes: ArraySlice<UInt8>) -> Int? {
        let end: Int
        if bytes.first == UInt8(ascii: "[") {
            guard let bracket = bytes.firstIndex(of: UInt8(ascii: "]")) else { return nil }
            let address = bytes[(bytes.startIndex + 1)..<bracket]
            guard address.contains(UInt8(ascii: ":")), address.allSatisfy(isAddressByte)
            else { return nil }
            end = bracket + 1
        } else {
            end = bytes.firstIndex(of: UInt8(ascii: ":")) ?? bytes.endIndex
            guard end > bytes.startIndex, bytes[..<end].allSatisfy(isNameByte) else { return nil }
        }
        guard end == bytes.endIndex || bytes[end] == UInt8(ascii: ":") else { return nil }
        return end
    }

    /// Hexadecimal groups, an embedded IPv4 address, and the zone of RFC 6874.
    private static func isAddressByte(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: ":") || byte == UInt8(ascii: "%") || byte.isUnreserved
    }

    private static func isNameByte(_ byte: UInt8) -> Bool {
        byte.isUnreserved || byte.isSubDelimiter
    }
}
