package import LocalHTTP
import Manifests

/// Which headers cross the proxy, in either direction.
package enum HeaderForwarding {
    /// Headers of one connection, of no message.
    private static let hopByHop: Set = [
        "connection", "keep-alive", "proxy-authenticate", "proxy-authorization",
        "proxy-connection", "te", "trailer", "transfer-encoding", "upgrade",
    ]

    /// What the proxy answers for itself, or what would tell the origin of this host.
    private static let keptFromOrigin: Set = [
        "accept-encoding", "access-control-request-headers", "access-control-request-method",
        "access-control-request-private-network", "content-length", "expect", "forwarded", "host",
        "range", "upgrade-insecure-requests", "via", "x-forwarded-for", "x-forwarded-host",
        "x-forwarded-proto", "x-real-ip",
    ]

    /// What makes an answer depend on the version that the player has.
    private static let conditions: Set = [
        "if-match", "if-modified-since", "if-none-match", "if-range", "if-unmodified-since",
    ]

    /// What the proxy says for itself, or what would bind a browser's view of this host.
    private static let keptFromPlayer: Set = [
        "accept-ranges", "alt-svc", "cache-control", "clear-site-data", "content-length",
        "content-md5", "content-range", "content-security-policy",
        "content-security-policy-report-only", "content-type", "cross-origin-embedder-policy",
        "cross-origin-opener-policy", "cross-origin-resource-policy", "digest", "etag", "expires",
        "location", "nel", "pragma", "public-key-pins", "refresh", "repr-digest", "report-to",
        "reporting-endpoints", "service-worker-allowed", "set-cookie", "set-cookie2",
        "strict-transport-security", "vary", "x-content-type-options",
    ]

    /// What speaks of the origin's bytes, and so is wrong once a manifest has been rewritten.
    private static let ofOriginalBytes: Set = ["content-encoding", "last-modified"]

    /// What the origin is told of the player's requests; the proxy adds range, conditions and cookies.
    ///
    /// CMCD is not among it: it speaks of one request, and goes with that alone.
    package static func upstream(
        _ headers: [(String, String)], listener: HostRule
    ) -> [(String, String)] {
        let named = connectionTokens(headers)
        let isBrowser = headers.contains { $0.0.lowercased().hasPrefix("sec-fetch-") }
        return headers.filter { name, value in
            let name = name.lowercased()
            switch name {
            case "cookie":
                // A browser's cookies for this host were set by other servers on this machine.
                return !isBrowser
            case "referer", "origin":
                // Ours would hand the origin the session's token.
                return !names(listener, in: value)
            default:
                return !hopByHop.contains(name) && !keptFromOrigin.contains(name)
                    && !conditions.contains(name)
                    && !name.hasPrefix("sec-") && !named.contains(name) && !CMCD.isHeader(name)
            }
        }
    }

    /// What goes with a request for bytes that the player knows by the origin's own tag and date.
    package static func conditions(_ headers: [(String, String)]) -> [(String, String)] {
        headers.filter { conditions.contains($0.0.lowercased()) }
    }

    /// What the player is told of the origin's answer; the proxy adds type, length, range and tag.
    package static func downstream(
        _ headers: [(String, String)], isRewritten: Bool
    ) -> [(String, String)] {
        let named = connectionTokens(headers)
        return headers.filter { name, _ in
            let name = name.lowercased()
            return !hopByHop.contains(name) && !keptFromPlayer.contains(name)
                && !name.hasPrefix("access-control-") && !named.contains(name)
                && !(isRewritten && ofOriginalBytes.contains(name))
        }
    }

    private static func connectionTokens(_ headers: [(String, String)]) -> Set<String> {
        Set(
            headers.filter { $0.0.lowercased() == "connection" }.flatMap {
                $0.1.split(separator: ",")
            }
            .map { $0.filter { $0 != " " && $0 != "\t" }.lowercased() })
    }

    private static func names(_ listener: HostRule, in url: String) -> Bool {
        guard let scheme = url.firstRange(of: "://") else { return false }
        let authority = url[scheme.upperBound...].prefix { $0 != "/" && $0 != "?" && $0 != "#" }
        return listener.allows(String(authority))
    }
}
