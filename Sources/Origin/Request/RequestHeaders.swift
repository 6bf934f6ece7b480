/// Decides which of a request's own headers go to the site that is about to be asked.
///
/// All of them go to the site that the request names, by scheme, host and port. Any other site,
/// which only a redirect can lead to, gets those that are known to hold no credential: a header of
/// the app's own making may be a token, whatever its name.
package struct RequestHeaders: Sendable {
    private let own: [OriginHeader]
    private let first: WebSite

    package init(_ own: [OriginHeader], for first: WebSite) {
        self.first = first
        // A line break in a value would be a header, or a request, of somebody else's making.
        self.own = own.filter { header in
            !header.name.isEmpty && header.name.utf8.allSatisfy(\.isTokenByte)
                && header.value.utf8.allSatisfy { ($0 >= 0x20 || $0 == 0x09) && $0 != 0x7f }
                && !Self.reserved.contains(header.name.asciiLowercased)
        }
    }

    /// The headers for `site`; cookies come from `cookie(for:)`.
    package func headers(for site: WebSite) -> [OriginHeader] {
        own.compactMap { header in
            let name = header.name.asciiLowercased
            guard name != "cookie" else { return nil }
            if site == first || Self.harmless.contains(name) { return header }
            guard name == "referer", let referer = refererSite(header.value, seenBy: site) else {
                return nil
            }
            return (header.name, referer)
        }
    }

    /// The request's own cookies, as one header value, if they may go to `site`.
    package func cookies(for site: WebSite) -> String? {
        guard site == first else { return nil }
        let values = own.filter { $0.name.asciiLowercased == "cookie" }.map(\.value)
        return values.isEmpty ? nil : values.joined(separator: "; ")
    }

    /// A 200 answers a range request rightly when the resource has changed meanwhile.
    package var allowWholeForRange: Bool {
        own.contains { $0.name.asciiLowercased == "if-range" }
    }

    /// Of a page's address a foreign site learns the site alone, and nothing at all without TLS:
    /// the rule `strict-origin-when-cross-origin` of browsers, on which hot-link checks rely.
    private func refererSite(_ value: String, seenBy site: WebSite) -> String? {
        let page: WebSite
        do { page = try OriginURL(value).site } catch { return nil }
        guard page.scheme == .http || site.scheme == .https else { return nil }
        let authority = page.isDefaultPort ? page.host : "\(page.host):\(page.port)"
        return "\(page.scheme.rawValue)://\(authority)/"
    }

    /// Said by the client itself, or about the connection to the player.
    private static let reserved: Set<String> = [
        "host", "connection", "keep-alive", "proxy-connection", "proxy-authorization", "te",
        "trailer", "transfer-encoding", "upgrade", "content-length", "content-encoding", "expect",
        "range", "accept-encoding", "http2-settings",
    ]

    /// Known to hold no credential, whoever sent them.
    package static let harmless: Set<String> = [
        "user-agent", "accept", "accept-language", "icy-metadata", "origin", "if-range",
        "if-none-match", "if-modified-since", "cache-control", "pragma",
    ]
}
