/// Which Host headers name this listener.
///
/// A page whose name was rebound to the loopback address still sends its own name, so nothing but
/// an exact match counts, port included.
package struct HostRule: Sendable {
    /// Nil where every name does.
    private let names: [String]?

    private init(names: [String]?) { self.names = names }

    /// Of a server for everybody, which has whatever names its operator gives it.
    package static let everyName = HostRule(names: nil)

    package init(port: UInt16) {
        names = ["127.0.0.1", "localhost", "[::1]"].map { "\($0):\(port)" }
    }

    package func allows(_ host: String) -> Bool {
        guard let names else { return true }
        return names.contains(host.lowercased())
    }
}
