/// The cookies that the origins of one playback session have set.
///
/// The player sees only the local server, to whose address no cookie of an origin belongs; so the
/// session keeps them, and sends each where it would have gone.
package struct CookieJar: Sendable {
    /// A cookie beyond this puts out the oldest.
    package static let maxCookies = 64

    private var cookies: [Cookie] = []

    package init() {}

    package var count: Int { cookies.count }

    /// Takes one `Set-Cookie` header of a response from `url`; one that sets nothing is ignored.
    package mutating func store(_ header: String, from url: OriginURL, at unixTime: Int) {
        guard let cookie = Cookie(header, from: url, at: unixTime) else { return }
        if let old = cookies.firstIndex(where: { $0.isReplaced(by: cookie) }) {
            // Without TLS nobody may change what TLS protects.
            guard url.scheme == .https || !cookies[old].isSecure else { return }
            cookies.remove(at: old)
        }
        guard !cookie.isExpired(at: unixTime) else { return }
        if cookies.count == Self.maxCookies { cookies.removeFirst() }
        cookies.append(cookie)
    }

    /// The `Cookie` header for `url`, or nil for none.
    ///
    /// `own` are the request's own cookies; what an origin has set under the same name is newer, and
    /// takes their place.
    package func header(for url: OriginURL, own: String?, at unixTime: Int) -> String? {
        let matching =
            cookies
            .filter { !$0.isExpired(at: unixTime) && $0.goes(to: url) }
            .sorted { $0.path.utf8.count > $1.path.utf8.count }
        let names = Set(matching.map(\.name))
        let kept = (own ?? "").split(separator: ";")
            .map(\.trimmingHeaderSpace)
            .filter { pair in
                let name = pair.prefix { $0 != "=" }.trimmingHeaderSpace
                return !pair.isEmpty && !names.contains(name)
            }
        let all = kept + matching.map { "\($0.name)=\($0.value)" }
        return all.isEmpty ? nil : all.joined(separator: "; ")
    }
}

extension CookieJar: CustomStringConvertible, CustomReflectable {
    package var description: String { "CookieJar(\(count))" }
    package var customMirror: Mirror { Mirror(self, children: ["count": count]) }
}
