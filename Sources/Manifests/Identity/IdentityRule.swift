/// How the URLs of one content are made into identities: the usual way, and what its application adds.
package struct IdentityRule: Sendable {
    /// What the application calls the resource at a URL; nil leaves it to the usual way.
    package typealias Name = @Sendable (_ url: String) -> String?

    /// What applies where the application says nothing.
    package static let usual = IdentityRule()

    private let volatileNames: Set<String>
    private let name: Name?

    /// `volatileParameters` are names of query parameters that do not change what is served; their case
    /// does not matter.
    package init(volatileParameters: [String] = [], name: Name? = nil) {
        volatileNames = Set(
            volatileParameters.map { name in
                String(decoding: name.utf8.map(\.lowercasedASCII), as: UTF8.self)
            })
        self.name = name
    }

    /// The same for every viewer, whatever host and token their URLs have.
    ///
    /// The application's name stands in the place of the URL alone: byte range and kind still count.
    package func identity(
        of uri: ResolvedURI, byteRange: ByteRange? = nil, kind: CanonicalIdentity.Kind
    ) -> CanonicalIdentity {
        if kind != .content, let name = name?(uri.text) {
            return CanonicalIdentity(named: name, byteRange: byteRange, kind: kind)
        }
        return CanonicalIdentity(
            uri, byteRange: byteRange, kind: kind, volatileNames: volatileNames)
    }

    /// The URI of the same for whoever asks: what its query says of one viewer is gone, the rest is as it was.
    package func withoutVolatileParameters(_ uri: ResolvedURI) -> ResolvedURI {
        guard let query = uri.queryBytes else { return uri }
        let kept = Array(
            CanonicalIdentity.stableParameters(query, without: volatileNames)
                .joined(separator: [UInt8(ascii: "&")]))
        let stable =
            uri.text.prefix { $0 != "?" }
            + (kept.isEmpty ? "" : "?" + String(decoding: kept, as: UTF8.self))
        return ResolvedURI(String(stable)) ?? uri
    }
}
