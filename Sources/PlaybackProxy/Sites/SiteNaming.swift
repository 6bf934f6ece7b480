import Crypto
package import Manifests
package import Primitives

/// How what is at an origin is called under a site's path, and what a path there means.
///
/// What is below the site's base at the origin has the same path here, so that it means the same after a
/// restart and to every node of the site. Whatever else a playlist names is sealed: `~`, the URL under a
/// code that only who has the key could make, and its last name. So nobody has a node ask elsewhere.
package struct SiteNaming: Sendable {
    /// What a path means.
    package struct Target: Hashable, Sendable {
        package let uri: ResolvedURI
        /// What the player had opened that led there, if the path says so.
        package var root: ResolvedURI?
        /// What the player has added to the query that counts for this request alone.
        package var added: String?
    }

    /// The word in the query of whatever a content led to that says which content that was.
    ///
    /// A node that was started again, or another one of the site, opens that and has the same for all.
    package struct Marker: Sendable {
        fileprivate static let name = "shoal="

        let parameter: String
        /// Whether it may stand in every line of a playlist.
        var isShort: Bool { parameter.utf8.count <= SiteNaming.longestMarker }
    }

    /// What a playlist of hours names stays small, although what led there may be signed.
    private static let longestMarker = 256
    private static let sealLength = 16
    private static let longestPath = 6 << 10

    package let name: String
    package let base: ResolvedURI
    private let key: Redacted<Bytes32>
    private let basePath: String
    private let identity: IdentityRule

    init(_ rule: SiteRule, key: Bytes32) {
        self.init(
            name: rule.name, base: rule.base, key: key,
            identity: IdentityRule(volatileParameters: rule.volatileParameters))
    }

    package init(
        name: String, base: ResolvedURI, key: Bytes32, identity: IdentityRule = .usual
    ) {
        self.name = name
        self.base = base
        self.identity = identity
        basePath = base.path
        self.key = Redacted(keyedHash(key: key, Array("shoal-site-v1 \(name)".utf8)))
    }

    // MARK: - What a path means

    /// Nil, which is a 400, for a path that means nothing, or could mean something else to another reader.
    ///
    /// `path` is what follows the site's name and a slash.
    package func target(of path: Substring, query: String?) -> Target? {
        guard Self.isPlain(path) else { return nil }
        var kept: [Substring] = []
        var added: [Substring] = []
        var root: ResolvedURI?
        for parameter in query?.split(separator: "&", omittingEmptySubsequences: false) ?? [] {
            if parameter.hasPrefix(Marker.name) {
                root = uri(ofMarker: parameter.dropFirst(Marker.name.count))
            } else if parameter.hasPrefix("_HLS_") {
                added.append(parameter)
            } else {
                kept.append(parameter)
            }
        }
        let (cmcd, rest) = CMCD.divide(
            query == nil || kept.isEmpty ? nil : kept.joined(separator: "&"))
        if let cmcd { added.append(Substring(cmcd)) }
        guard let uri = uri(of: path, query: rest) else { return nil }
        var target = Target(uri: uri)
        target.root = root == uri ? nil : root
        target.added = added.isEmpty ? nil : added.joined(separator: "&")
        return target
    }

    private func uri(of path: Substring, query: String?) -> ResolvedURI? {
        let query = query.map { "?\($0)" } ?? ""
        guard path.hasPrefix("~") else {
            guard let uri = ResolvedURI(base.text + path + query), uri.site == base.site,
                uri.path.hasPrefix(basePath)
            else { return nil }
            return uri
        }
        let parts = path.dropFirst().split(
            separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, let sealed = opened(parts[0]) else { return nil }
        guard sealed.hasSuffix("/"), sealed.dropLast() == ResolvedURI(sealed)?.site ?? "" else {
            return ResolvedURI(sealed)
        }
        // The root of a server, below which a player of an MPD makes paths of its own.
        guard let uri = ResolvedURI(sealed + parts[1] + query), uri.site == sealed.dropLast() else {
            return nil
        }
        return uri
    }

    private func uri(ofMarker text: Substring) -> ResolvedURI? {
        guard let bytes = [UInt8](base64url: text) else { return nil }
        let path = String(decoding: bytes, as: UTF8.self)
        let parts = path.split(separator: "?", maxSplits: 1)
        guard let first = parts.first, Self.isPlain(first), !first.hasPrefix("~") else {
            return nil
        }
        return uri(of: first, query: parts.count == 2 ? String(parts[1]) : nil)
    }

    /// No step up, no second slash or backslash in disguise, nothing that is no part of a path.
    private static func isPlain(_ path: Substring) -> Bool {
        guard path.utf8.count <= longestPath, !path.contains("#") else { return false }
        return path.split(separator: "/", omittingEmptySubsequences: false).allSatisfy { part in
            guard let bytes = decoded(part) else { return false }
            return bytes != [0x2e] && bytes != [0x2e, 0x2e]
                && bytes.allSatisfy {
                    $0 > 0x1f && $0 != 0x7f && $0 != UInt8(ascii: "/") && $0 != UInt8(ascii: "\\")
                }
        }
    }

    /// Nil for an escape that is none.
    private static func decoded(_ part: Substring) -> [UInt8]? {
        var bytes: [UInt8] = []
        var rest = part.utf8[...]
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%") else {
                bytes.append(byte)
                continue
            }
            guard let high = rest.popFirst().flatMap(hexValue),
                let low = rest.popFirst().flatMap(hexValue)
            else { return nil }
            bytes.append(high << 4 | low)
        }
        return bytes
    }

    private static func hexValue(_ byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
        default: nil
        }
    }

    // MARK: - What it is called

    /// The path of what is there.
    func path(of uri: ResolvedURI) -> String {
        if let below = below(uri) { return "/\(name)/\(below)" }
        return "/\(name)/~\(sealed(uri))/\(uri.origin == nil ? "" : uri.lastPathComponent)"
    }

    /// What says of a path that `root` led there; nil for a root that is elsewhere.
    ///
    /// Whoever plays a content is given the same, so it has nothing that one viewer's query says of that
    /// viewer.
    package func marker(of root: ResolvedURI) -> Marker? {
        below(identity.withoutVolatileParameters(root)).map {
            Marker(parameter: Marker.name + Array($0.utf8).base64url)
        }
    }

    /// The path of a playlist that a content led to.
    func path(ofPlaylist uri: ResolvedURI, from marker: Marker?) -> String {
        let path = path(of: uri)
        guard let marker else { return path }
        return path + (path.contains("?") ? "&" : "?") + marker.parameter
    }

    /// The path of anything else that it led to.
    func path(ofMedia uri: ResolvedURI, from marker: Marker?) -> String {
        path(ofPlaylist: uri, from: marker?.isShort == true ? marker : nil)
    }

    /// Below the base, with its query; nil for what is elsewhere, or would be taken for something else.
    private func below(_ uri: ResolvedURI) -> String? {
        guard uri.site == base.site, uri.path.hasPrefix(basePath) else { return nil }
        let path = uri.path.dropFirst(basePath.count)
        guard !path.hasPrefix("~"), Self.isPlain(path) else { return nil }
        return path + (uri.query.map { "?\($0)" } ?? "")
    }

    private func sealed(_ uri: ResolvedURI) -> String {
        let text = Array(uri.text.utf8)
        return (code(of: text) + text).base64url
    }

    private func opened(_ seal: Substring) -> String? {
        guard let bytes = [UInt8](base64url: seal), bytes.count > Self.sealLength else {
            return nil
        }
        let text = Array(bytes.dropFirst(Self.sealLength))
        guard constantTimeEquals(Array(bytes.prefix(Self.sealLength)), code(of: text)) else {
            return nil
        }
        return String(decoding: text, as: UTF8.self)
    }

    private func code(of text: [UInt8]) -> [UInt8] {
        Array(keyedHash(key: key.secret, text).bytes.prefix(Self.sealLength))
    }
}
