extension OriginURL {
    /// The path up to its last slash: where a cookie belongs that names no path.
    var directory: String {
        guard let slash = path.lastIndex(of: "/"), slash != path.startIndex else { return "/" }
        return String(path[..<slash])
    }

    var hostIsAddress: Bool { Self.isAddress(host) }

    /// Whether a host has no domain that it could share: an IPv6 literal, or numbers and dots.
    static func isAddress(_ host: String) -> Bool {
        host.hasPrefix("[") || host.utf8.allSatisfy { $0.isASCIIDigit || $0 == UInt8(ascii: ".") }
    }
}
