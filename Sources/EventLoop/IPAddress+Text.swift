import Glibc
package import Primitives

extension IPAddress {
    /// Dotted decimal of four numbers; nil for what a resolver alone takes for an address.
    package init?(v4 text: String) {
        var bytes = [UInt8](repeating: 0, count: 4)
        guard unsafe inet_pton(AF_INET, text, &bytes) == 1 else { return nil }
        self = .v4(bytes.reduce(0) { $0 << 8 | UInt32($1) })
    }

    /// Groups and colons, without brackets and zone.
    package init?(v6 text: String) {
        var bytes = [UInt8](repeating: 0, count: 16)
        guard unsafe inet_pton(AF_INET6, text, &bytes) == 1 else { return nil }
        let word = { (part: ArraySlice<UInt8>) in part.reduce(UInt64(0)) { $0 << 8 | UInt64($1) } }
        self = .v6(high: word(bytes[..<8]), low: word(bytes[8...]))
    }
}
