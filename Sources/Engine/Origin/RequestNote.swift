package import Origin

/// What a player tells the CDN of itself with one request for media.
///
/// The CDN hears it where it would have heard it from the player: with the fetch that this request
/// causes. It says nothing of what is fetched ahead, or for others, or once more.
package struct RequestNote: Sendable {
    private let query: String?
    private let headers: [OriginHeader]

    /// Nil if there is nothing to pass on; the query with its name, as it was sent.
    package init?(query: String?, headers: [OriginHeader]) {
        if query == nil, headers.isEmpty { return nil }
        self.query = query
        self.headers = headers
    }

    /// The request with the note, unless the playlist has put one of its own there.
    package func added(to request: OriginRequest) -> OriginRequest {
        var request = request
        request.headers += headers
        if let query { request.url = Self.url(request.url, with: query) }
        return request
    }

    private static func url(_ url: String, with query: String) -> String {
        let name = query.prefix { $0 != "=" } + "="
        let end = url.firstIndex(of: "#") ?? url.endIndex
        guard let mark = url[..<end].firstIndex(of: "?") else {
            return "\(url[..<end])?\(query)\(url[end...])"
        }
        let asked = url[mark..<end].dropFirst()
        if asked.split(separator: "&").contains(where: { $0.hasPrefix(name) }) { return url }
        return "\(url[..<end])\(asked.isEmpty ? "" : "&")\(query)\(url[end...])"
    }
}
