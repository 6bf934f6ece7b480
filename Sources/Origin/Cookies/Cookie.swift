/// One cookie, as RFC 6265 reads a `Set-Cookie` header.
struct Cookie: Sendable {
    /// A header that sets a longer one is ignored.
    static let maxBytes = 4096

    let name: String
    let value: String
    /// The host itself, or the domain whose hosts all get the cookie.
    let domain: String
    let isHostOnly: Bool
    let path: String
    let isSecure: Bool
    /// In seconds of Unix time; nil for as long as the session lasts.
    let expiry: Int?

    /// Nil if the header sets nothing, or what its host has no right to set.
    init?(_ header: String, from url: OriginURL, at unixTime: Int) {
        guard header.utf8.count <= 2 * Self.maxBytes else { return nil }
        let parts = header.split(separator: ";", omittingEmptySubsequences: false)
        guard let pair = parts.first, let equals = pair.firstIndex(of: "=") else { return nil }
        name = pair[..<equals].trimmingHeaderSpace
        value = pair[pair.index(after: equals)...].trimmingHeaderSpace
        let isClean = (name + value).utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7f }
        guard !name.isEmpty, isClean, (name + value).utf8.count <= Self.maxBytes else { return nil }

        let attributes = Attributes(parts.dropFirst(), at: unixTime)
        guard !attributes.isSecure || url.scheme == .https else { return nil }
        isSecure = attributes.isSecure
        expiry = attributes.expiry
        path = attributes.path ?? url.directory
        switch attributes.domain {
        case nil:
            domain = url.host
            isHostOnly = true
        case let named? where named == url.host:
            // The same set of hosts, unless the host is an address or a top level domain.
            domain = url.host
            isHostOnly = !Self.mayBeShared(named)
        case let named?:
            guard Self.mayBeShared(named), url.host.hasSuffix("." + named), !url.hostIsAddress
            else { return nil }
            domain = named
            isHostOnly = false
        }
    }

    /// Whether a newer cookie takes this one's place.
    func isReplaced(by other: Cookie) -> Bool {
        name == other.name && domain == other.domain && path == other.path
    }

    func isExpired(at unixTime: Int) -> Bool { unixTime >= expiry ?? .max }

    func goes(to url: OriginURL) -> Bool {
        guard !isSecure || url.scheme == .https else { return false }
        guard url.host == domain || !isHostOnly && url.host.hasSuffix("." + domain) else {
            return false
        }
        return url.path == path
            || url.path.hasPrefix(path) && (path.hasSuffix("/") || url.path.hasPrefix(path + "/"))
    }

    /// A name without a dot inside is a top level domain or a machine: nobody's to share.
    ///
    /// Without a list of public suffixes `co.uk` passes; what that opens ends with the session.
    private static func mayBeShared(_ domain: String) -> Bool {
        domain.dropLast().contains(".") && !OriginURL.isAddress(domain)
    }
}

extension Cookie {
    private struct Attributes {
        private(set) var domain: String?
        private(set) var path: String?
        private(set) var isSecure = false
        private(set) var expiry: Int?

        init(_ parts: some Sequence<Substring>, at unixTime: Int) {
            var maxAge: Int?
            for part in parts {
                let words = part.split(
                    separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
                let value = words.count == 2 ? words[1].trimmingHeaderSpace : ""
                switch words[0].trimmingHeaderSpace.asciiLowercased {
                case "domain":
                    let name = value.hasPrefix(".") ? value.dropFirst() : value[...]
                    domain = name.isEmpty ? nil : name.asciiLowercased
                case "path":
                    path = value.hasPrefix("/") ? value : nil
                case "secure":
                    isSecure = true
                case "max-age":
                    maxAge = value.hasPrefix("-") ? 0 : value.decimalNumber ?? maxAge
                case "expires":
                    expiry = CookieDate(value)?.unixTime ?? expiry
                default:
                    break
                }
            }
            // Of the two, the age counts; none lives longer than anybody's playback.
            if let maxAge { expiry = unixTime + min(maxAge, 1 << 32) }
        }
    }
}
