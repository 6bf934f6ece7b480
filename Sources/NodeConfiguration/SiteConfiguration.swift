package import Foundation

/// One site that the node serves: an origin, and how to treat what comes from it.
package struct SiteConfiguration: Hashable, Sendable {
    /// Where the site's paths begin at the origin; a URL that ends in a slash.
    package var origin: URL?
    /// Headers that the origin is sent, such as its credentials.
    package var headers: [String: SecretText] = [:]
    /// Names of query parameters that never change what the origin serves.
    package var volatileParameters: [String] = []
    package var publisherKeys: [String] = []
    package var trustsOriginRoots = false
    /// Origins of web pages whose scripts may read what is served; `*` is every one.
    package var pages = ["*"]
    /// Beginnings of paths under the site that are passed through, whatever they lead to.
    package var bypass: [String] = []
    /// Extensions of media files that are played as they are.
    package var files = ["mp4", "m4a", "mp3", "webm"]
    /// Paths under the site of playlists that are opened at the start and stay open.
    package var prefetch: [String] = []
    /// Whether every segment that those lead to is fetched, not the first ones alone.
    package var prefetchesWhole = false
    /// Contents that are open at one time; what is asked for beyond is passed through.
    package var contents = 64
    /// For how long a content stays open that nobody asks for.
    package var idle = Duration.seconds(90)

    package init() {}

    private static let longestName = 64

    func check(named name: String) throws(ConfigurationProblem) {
        let isPlain = name.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
                true
            default: false
            }
        }
        guard isPlain, (1...Self.longestName).contains(name.count) else {
            throw ConfigurationProblem("", "a site's name is letters, digits, dashes: \(name)")
        }
        guard let origin else { throw ConfigurationProblem("origin", "it is missing") }
        guard origin.query == nil, origin.fragment == nil, origin.user() == nil else {
            throw ConfigurationProblem(
                "origin", "it has to be a URL without query, fragment and user")
        }
        guard origin.absoluteString.hasSuffix("/") else {
            throw ConfigurationProblem("origin", "it has to end in a slash")
        }
        for header in headers.keys.sorted() {
            let isToken = header.utf8.allSatisfy {
                $0 > 0x20 && $0 < 0x7f && $0 != UInt8(ascii: ":")
            }
            guard isToken, !header.isEmpty else {
                throw ConfigurationProblem("headers", "\(header) is no name of a header")
            }
        }
        guard !prefetchesWhole || !prefetch.isEmpty else {
            throw ConfigurationProblem("prefetchesWhole", "prefetch names nothing")
        }
        for path in prefetch where path.hasPrefix("/") || path.contains("..") {
            throw ConfigurationProblem("prefetch", "\(path) is no path under the site")
        }
    }
}
