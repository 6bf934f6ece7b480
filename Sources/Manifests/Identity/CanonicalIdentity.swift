internal import Primitives

/// What makes a resource the same for two viewers whose URLs differ: the bytes to hash into its key.
///
/// - The path and the query without their volatile parameters (`VolatileParameter`), with equivalent
///   percent-escapes spelled alike. The rest of the query counts, in its order, because it may select
///   other bytes.
/// - The byte range and the kind.
/// - Not the scheme, user or fragment; and not the host and port, so that several CDNs of one content
///   share. Only a content, whose name is all that separates it from others, is told apart by them.
///
/// Two resources with one identity and different bytes do no harm among viewers: no root is ever attested for
/// them, and they come from the origin. But an edge node's word is enough, so contents must not meet.
package struct CanonicalIdentity: Hashable, Sendable {
    package enum Kind: UInt8, Hashable, Sendable {
        /// One asset or channel, where its integrator gave it no name.
        case content = 1
        case playlist = 2
        case segment = 3
        case initSegment = 4
        case part = 5
        /// A media file that is played by itself.
        case file = 6
    }

    /// Unambiguous: different identities have different bytes.
    package let bytes: [UInt8]

    /// `volatileNames` are query parameters, in lower case, that are volatile beside the usual ones.
    package init(
        _ uri: ResolvedURI, byteRange: ByteRange? = nil, kind: Kind,
        volatileNames: Set<String> = []
    ) {
        let host = kind == .content ? uri.origin.map(Self.authority) ?? [] : []
        self.init(
            kind, byteRange, isNamed: false, host: host, path: Self.stablePath(uri.pathBytes),
            query: Self.stableQuery(uri.queryBytes ?? [], without: volatileNames))
    }

    /// Of a resource that the application has a name for: no URL without one has the same identity.
    init(named name: String, byteRange: ByteRange?, kind: Kind) {
        self.init(kind, byteRange, isNamed: true, host: [], path: Array(name.utf8), query: [])
    }

    private init(
        _ kind: Kind, _ byteRange: ByteRange?, isNamed: Bool, host: [UInt8], path: [UInt8],
        query: [UInt8]
    ) {
        var writer = ByteWriter(capacity: 128)
        writer.write(kind.rawValue)
        writer.write(UInt8((byteRange == nil ? 0 : 1) | (isNamed ? 2 : 0)))
        writer.write(UInt64(byteRange?.offset ?? 0))
        writer.write(UInt64(byteRange?.length ?? 0))
        for field in [host, path] {
            writer.write(UInt32(truncatingIfNeeded: field.count))
            writer.write(field)
        }
        writer.write(query)
        bytes = writer.bytes
    }

    /// The host, and the port where the scheme does not say it.
    private static func authority(_ origin: URIOrigin) -> [UInt8] {
        let port = origin.port == origin.scheme.defaultPort ? "" : ":\(origin.port)"
        return Array((origin.host + port).utf8)
    }

    init(bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// Some CDNs put the token in a folder (`/hdntl=exp=…~hmac=…/`) or behind a semicolon.
    private static func stablePath(_ path: ArraySlice<UInt8>) -> [UInt8] {
        let segments = path.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        var stable: [ArraySlice<UInt8>] = []
        for segment in segments {
            let parts = segment.split(
                separator: UInt8(ascii: ";"), omittingEmptySubsequences: false)
            let kept = parts.filter {
                !$0.contains(UInt8(ascii: "=")) || !VolatileParameter($0).isVolatile
            }
            if !kept.isEmpty {
                stable.append(Array(kept.joined(separator: [UInt8(ascii: ";")]))[...])
            }
        }
        let joined = Array(stable.joined(separator: [UInt8(ascii: "/")]))
        return joined.isEmpty ? [UInt8(ascii: "/")] : PercentEncoding.normalized(joined[...])
    }

    private static func stableQuery(
        _ query: ArraySlice<UInt8>, without volatileNames: Set<String>
    ) -> [UInt8] {
        let kept = stableParameters(query, without: volatileNames)
        let joined = Array(kept.joined(separator: [UInt8(ascii: "&")]))
        return PercentEncoding.normalized(joined[...])
    }

    /// Each `name=value` that is not volatile, as it is written.
    static func stableParameters(
        _ query: ArraySlice<UInt8>, without volatileNames: Set<String>
    ) -> [ArraySlice<UInt8>] {
        let parameters = query.split(separator: UInt8(ascii: "&")).map(VolatileParameter.init)
        let companions = VolatileParameter.Companions(parameters)
        return parameters.filter {
            !$0.isVolatile && !companions.contain($0) && !volatileNames.contains($0.name)
        }.map(\.text)
    }
}
