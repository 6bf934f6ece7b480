/// Which pages may play through this listener, and what a browser is told of it.
///
/// No other origin is ever named in an answer than the one that asked and is allowed.
package struct CrossOriginRule: Sendable {
    package struct Request: Sendable {
        package var method: String
        package var origin: String?
        package var referer: String?
        package var fetchSite: String?
        /// The Access-Control-Request-… headers of a preflight.
        package var requestedMethod: String?
        package var requestedHeaders: String?
        package var requestsPrivateNetwork = false

        package init(method: String) {
            self.method = method
        }
    }

    package enum Verdict: Sendable {
        /// 403 without a body.
        case refuse
        /// Serve, with these headers in the answer whatever its status.
        case serve([(String, String)])
        /// 204 with these headers: the request asked only what is allowed.
        case answerOptions([(String, String)])
    }

    private static let methods = "GET, HEAD, OPTIONS"
    private static let exposed =
        "Accept-Ranges, Age, Content-Length, Content-Range, Content-Type, Date, ETag"
    private static let preflightSeconds = 600

    private let allowedOrigins: Set<String>

    /// Origins as browsers write them: `https://player.example`, without a path.
    package init(allowedOrigins: Set<String>) {
        // An origin that a sandboxed page of anyone may have cannot be allowed.
        self.allowedOrigins = Set(allowedOrigins.map { $0.lowercased() }).subtracting(["null", "*"])
    }

    package func verdict(on request: Request) -> Verdict {
        let allowed = isAllowed(request.origin)
        let page = allowed || request.origin == nil && isAllowed(Self.origin(of: request.referer))
        if request.fetchSite?.lowercased() == "cross-site", !page { return .refuse }
        var headers = [
            ("Vary", "Origin"),
            ("Cross-Origin-Resource-Policy", page ? "cross-origin" : "same-origin"),
            ("X-Content-Type-Options", "nosniff"),
            ("Cache-Control", "no-store"),
        ]
        if allowed, let origin = request.origin {
            headers += [
                ("Access-Control-Allow-Origin", origin),
                ("Access-Control-Allow-Credentials", "true"),
                ("Access-Control-Expose-Headers", Self.exposed),
            ]
        }
        guard request.method == "OPTIONS" else { return .serve(headers) }
        guard request.requestedMethod != nil else {
            return .answerOptions(headers + [("Allow", Self.methods)])
        }
        guard allowed else { return .refuse }
        return .answerOptions(headers + preflight(request))
    }

    private func preflight(_ request: Request) -> [(String, String)] {
        var headers = [
            ("Access-Control-Allow-Methods", Self.methods),
            ("Access-Control-Max-Age", String(Self.preflightSeconds)),
        ]
        // The page may send what it could send to the origin itself; forwarding picks from it.
        if let requested = request.requestedHeaders, Self.isHeaderList(requested) {
            headers.append(("Access-Control-Allow-Headers", requested))
        }
        if request.requestsPrivateNetwork {
            headers.append(("Access-Control-Allow-Private-Network", "true"))
        }
        return headers
    }

    private func isAllowed(_ origin: String?) -> Bool {
        origin.map { allowedOrigins.contains($0.lowercased()) } ?? false
    }

    /// A media element loads without Origin; the Referer is then a browser's only word on the page.
    private static func origin(of referer: String?) -> String? {
        guard let referer, let scheme = referer.firstRange(of: "://") else { return nil }
        let authority = referer[scheme.upperBound...].prefix { $0 != "/" && $0 != "?" && $0 != "#" }
        return authority.contains("@") ? nil : String(referer[..<authority.endIndex])
    }

    private static func isHeaderList(_ text: String) -> Bool {
        !text.isEmpty
            && text.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"),
                    UInt8(ascii: ","), UInt8(ascii: " "):
                    true
                default: false
                }
            }
    }
}
