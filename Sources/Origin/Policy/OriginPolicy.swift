package import Primitives

/// Where a client may connect to, whoever names the place.
///
/// A playlist, a redirect or a name server may point at the viewer's own network; the address is
/// judged when the socket is opened, when no later answer of a name server can change it.
package struct OriginPolicy: Hashable, Sendable {
    package enum PlainHTTP: Hashable, Sendable {
        case refused
        /// Where a request asks for it, or a redirect from http does.
        case allowed
        /// Also by a redirect from https.
        case allowedAfterTLS
    }

    package var plainHTTP: PlainHTTP
    /// Hosts, in lower case, that may have any address: those that the app itself named.
    private var privateHosts: Set<String>

    package init(plainHTTP: PlainHTTP = .refused, privateHosts: Set<String> = []) {
        self.plainHTTP = plainHTTP
        self.privateHosts = []
        for host in privateHosts { allowPrivate(host: host) }
    }

    /// An IPv6 literal is given as in a URL, in brackets.
    package mutating func allowPrivate(host: String) {
        privateHosts.insert(host.asciiLowercased)
    }

    package func allows(_ url: OriginURL, after previous: OriginURL? = nil) -> Bool {
        guard url.scheme == .http else { return true }
        switch plainHTTP {
        case .refused: return false
        case .allowed: return previous?.scheme != .https
        case .allowedAfterTLS: return true
        }
    }

    package func allows(_ address: IPAddress, ofHost host: String) -> Bool {
        privateHosts.contains(host) || address.isGloballyReachable
    }
}
