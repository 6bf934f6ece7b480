/// Which Host headers name this listener.
///
/// A page whose name was rebound to the loopback address still sends its own name, so nothing but
/// an exact match counts, port included.
package struct HostRule: Sendable {
    private let names: [String]

    package init(port: UInt16) {
        names = ["127.0.0.1", "localhost", "[::1]"].map { "\($0):\(port)" }
    }

    package func allows(_ host: String) -> Bool {
        let host = host.lowercased()
        return names.contains(host)
    }
}
