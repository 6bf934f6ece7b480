/// Which pages' scripts may read what a site serves, and what their browsers are told.
///
/// What a site serves is for everybody, and nobody is known by cookies; so no page is refused to show
/// it, only to read it.
struct SiteAccess: Sendable {
    private let pages: Set<String>?
    private static let exposed =
        "Accept-Ranges, Age, Content-Length, Content-Range, Content-Type, Date, ETag, X-Cache"
    private static let methods = "GET, HEAD, OPTIONS"

    init(pages: Set<String>?) {
        self.pages = pages.map { Set($0.map { $0.lowercased() }) }
    }

    /// The headers of every answer to a page of this origin.
    func headers(origin: String?) -> [(String, String)] {
        var headers = [("X-Content-Type-Options", "nosniff"), ("Cache-Control", "no-cache")]
        guard let pages else {
            headers += [
                ("Access-Control-Allow-Origin", "*"),
                ("Access-Control-Expose-Headers", Self.exposed),
            ]
            return headers
        }
        headers.append(("Vary", "Origin"))
        guard let origin, pages.contains(origin.lowercased()) else { return headers }
        headers += [
            ("Access-Control-Allow-Origin", origin),
            ("Access-Control-Expose-Headers", Self.exposed),
        ]
        return headers
    }

    /// What OPTIONS is answered with beside those.
    var options: [(String, String)] {
        [
            ("Allow", Self.methods), ("Access-Control-Allow-Methods", Self.methods),
            (
                "Access-Control-Allow-Headers",
                "Range, CMCD-Request, CMCD-Object, CMCD-Status, CMCD-Session"
            ),
            ("Access-Control-Max-Age", "600"),
        ]
    }
}
