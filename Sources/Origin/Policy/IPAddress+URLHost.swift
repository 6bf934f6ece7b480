import Glibc
package import Primitives

extension IPAddress {
    /// The address that a URL's host is written as; nil for a name, and for what a resolver alone
    /// takes for an address.
    package init?(urlHost host: String) {
        if host.hasPrefix("["), host.hasSuffix("]") {
            // A zone says on which of this machine's links the address is meant.
            self.init(v6: String(host.dropFirst().dropLast().prefix { $0 != "%" }))
        } else {
            self.init(v4: host)
        }
    }

    private init?(v4 text: String) {
        var bytes = [UInt8](repeating: 0, count: 4)
        guard unsafe inet_pton(AF_INET, text, &bytes) == 1 else { return nil }
        self = .v4(bytes.reduce(0) { $0 << 8 | UInt32($1) })
    }

    private init?(v6 text: String) {
        var bytes = [UInt8](repeating: 0, count: 16)
        guard unsafe inet_pton(AF_INET6, text, &bytes) == 1 else { return nil }
        let word = { (part: ArraySlice<UInt8>) in part.reduce(UInt64(0)) { $0 << 8 | UInt64($1) } }
        self = .v6(high: word(bytes[..<8]), low: word(bytes[8...]))
    }
}
