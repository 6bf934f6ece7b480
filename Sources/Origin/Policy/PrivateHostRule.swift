import Primitives

/// Whether the hosts that a playlist names may be on a private network.
///
/// A playlist is a stranger's word. What the public internet serves must not lead the engine to the
/// viewer's router, to this machine or to a metadata service, whatever names it gives them; but who
/// opens a URL on a network of his own has his media there as well. So a playlist may name private
/// hosts only if it came, after redirects, from a host that the application named itself, and if that
/// name alone tells that the host is private: no name server has a say in it.
package struct PrivateHostRule: Sendable {
    /// Names that no public name server answers for (RFC 6761, 6762, 8375, and what routers use).
    private static let privateDomains = ["local", "lan", "internal", "home.arpa", "localhost"]

    /// Hosts of the URLs that the application opened, in lower case, IPv6 in brackets.
    private var named: Set<String> = []

    package init() {}

    /// The application itself opens a URL on this host.
    package mutating func applicationNames(_ host: String) { named.insert(host) }

    /// Whether what a playlist from `host` names may have any address.
    package func letsPlaylistNamePrivateHosts(from host: String) -> Bool {
        named.contains(host) && Self.isPrivate(host)
    }

    /// Whether the name, in lower case, tells that the host is not on the public internet.
    static func isPrivate(_ host: String) -> Bool {
        if let address = IPAddress(urlHost: host) { return !address.isGloballyReachable }
        let name = host.hasSuffix(".") ? host.dropLast() : host[...]
        guard name.contains(".") else { return !name.isEmpty }
        return privateDomains.contains { name.hasSuffix(".\($0)") }
    }
}
