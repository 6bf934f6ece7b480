/// A way to a content that is another way with other URIs (RFC 8216bis, 7.2: `PATHWAY-CLONES`).
package struct PathwayClone: Hashable, Sendable {
    package struct Parameter: Hashable, Sendable {
        let name: String
        let value: String
    }

    package let id: String
    /// The way of which it is a clone.
    package let baseID: String
    let host: String?
    /// In the order of their names, as players set them.
    let parameters: [Parameter]
    /// What stands in the place of a variant or a rendition, whatever its URI was.
    package let uris: Set<ResolvedURI>

    /// What a player asks for on this way in the place of something of the base; nil if that is no URI.
    package func uri(of original: ResolvedURI) -> ResolvedURI? {
        let site = host.map { Self.site(original, host: $0) } ?? original.site
        return ResolvedURI(site + original.afterSite).flatMap(withParameters)
    }

    /// The same of what the clone names itself.
    package func withParameters(_ uri: ResolvedURI) -> ResolvedURI? {
        guard !parameters.isEmpty else { return uri }
        var query =
            uri.query.map { $0.isEmpty ? [] : $0.split(separator: "&").map(String.init) }
            ?? []
        for parameter in parameters {
            let name = Self.encoded(parameter.name)
            let text = "\(name)=\(Self.encoded(parameter.value))"
            let isNamed = { (part: String) in part.prefix { $0 != "=" } == name }
            if let first = query.firstIndex(where: isNamed) {
                query[first] = text
                query[(first + 1)...].removeAll(where: isNamed)
            } else {
                query.append(text)
            }
        }
        return ResolvedURI("\(uri.site)\(uri.path)?\(query.joined(separator: "&"))")
    }

    /// As a URL's host is set: its port stays, unless the new one has one.
    private static func site(_ uri: ResolvedURI, host: String) -> String {
        let site = uri.site
        guard let scheme = site.firstRange(of: "://") else { return site }
        let start = site.lastIndex(of: "@").map { site.index(after: $0) } ?? scheme.upperBound
        return "\(site[..<start])\(host)\(port(host[...]) == nil ? port(site[start...]) ?? "" : "")"
    }

    /// With its colon; those in the brackets of an address are none.
    private static func port(_ host: Substring) -> Substring? {
        let end = host.lastIndex(of: "]") ?? host.startIndex
        return host[end...].lastIndex(of: ":").map { host[$0...] }
    }

    /// As forms are: everything but letters, digits and `*-._` is escaped.
    private static func encoded(_ text: String) -> String {
        var encoded = ""
        for byte in text.utf8 {
            if byte.isASCIILetter || byte.isASCIIDigit || "*-._".utf8.contains(byte) {
                encoded.append(Character(UnicodeScalar(byte)))
            } else if byte == UInt8(ascii: " ") {
                encoded.append("+")
            } else {
                let digits = String(byte, radix: 16, uppercase: true)
                encoded += byte < 0x10 ? "%0\(digits)" : "%\(digits)"
            }
        }
        return encoded
    }
}
