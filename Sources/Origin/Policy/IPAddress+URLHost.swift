import EventLoop
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
}
