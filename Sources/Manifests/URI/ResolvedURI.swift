/// An absolute URI: what a player would ask for, and what the origin client can be given.
///
/// It holds printable ASCII only: other bytes, spaces and double quotes of the source are
/// percent-escaped, so that it can stand in a quoted string, a line of text or a request line.
/// Percent-escapes of the source are kept byte for byte.
package struct ResolvedURI: Hashable, Sendable {
    /// A longer URI is not understood: servers refuse them, and variables could multiply them.
    package static let longest = 16 << 10

    private let bytes: [UInt8]
    private let schemeEnd: Int
    private let authorityRange: Range<Int>?
    private let pathRange: Range<Int>
    private let queryRange: Range<Int>?

    /// The scheme, host and port; nil for anything that is not plain HTTP or HTTPS.
    package let origin: URIOrigin?

    /// Nil unless `text` is absolute: it must begin with a scheme.
    package init?(_ text: String) {
        let reference = URIReference(Array(text.utf8)[...])
        guard let scheme = reference.scheme else { return nil }
        self.init(scheme: scheme, of: reference)
    }

    /// `neighbour` is a URI that probably has the same origin; it saves reading it again.
    private init?(
        scheme: ArraySlice<UInt8>, of target: URIReference, neighbour: ResolvedURI? = nil
    ) {
        let isHierarchical = target.authority != nil || target.path.first == UInt8(ascii: "/")
        self.init(
            scheme: scheme, authority: target.authority,
            path: isHierarchical ? DotSegments.removed(from: target.path) : target.path,
            query: target.query, fragment: target.fragment, neighbour: neighbour)
    }

    private init?(
        scheme: ArraySlice<UInt8>, authority: ArraySlice<UInt8>?, path: ArraySlice<UInt8>,
        query: ArraySlice<UInt8>?, fragment: ArraySlice<UInt8>?, neighbour: ResolvedURI?
    ) {
        guard authority != nil || !URIReference.beginsWithTwoSlashes(path) else { return nil }
        var bytes: [UInt8] = []
        let lengths = (authority?.count ?? 0) + (query?.count ?? 0) + (fragment?.count ?? 0)
        bytes.reserveCapacity(scheme.count + path.count + lengths + 5)
        func append(_ part: ArraySlice<UInt8>, after delimiter: String) -> Range<Int> {
            bytes.append(contentsOf: delimiter.utf8)
            let start = bytes.count
            PercentEncoding.append(part, to: &bytes)
            return start..<bytes.count
        }
        schemeEnd = append(scheme, after: "").upperBound
        bytes.append(UInt8(ascii: ":"))
        authorityRange = authority.map { append($0, after: "//") }
        pathRange = append(path, after: "")
        queryRange = query.map { append($0, after: "?") }
        if let fragment { _ = append(fragment, after: "#") }
        guard bytes.count <= Self.longest else { return nil }
        self.bytes = bytes
        let beforePath = bytes[..<pathRange.lowerBound]
        if let neighbour, neighbour.bytes[..<neighbour.pathRange.lowerBound] == beforePath {
            origin = neighbour.origin
        } else if let authorityRange {
            origin = URIOrigin(scheme: bytes[..<schemeEnd], authority: bytes[authorityRange])
        } else {
            origin = nil
        }
    }

    /// The URI that `reference` means in a document fetched from this one (RFC 3986, 5.2.2, strict).
    ///
    /// Nil if the result is longer than `longest`.
    package func resolving(_ reference: String) -> ResolvedURI? {
        resolving(Array(reference.utf8)[...])
    }

    func resolving(_ reference: ArraySlice<UInt8>) -> ResolvedURI? {
        guard reference.count <= Self.longest else { return nil }
        let reference = URIReference(reference)
        if let scheme = reference.scheme {
            return ResolvedURI(scheme: scheme, of: reference, neighbour: self)
        }
        let scheme = bytes[..<schemeEnd]
        if reference.authority != nil {
            return ResolvedURI(scheme: scheme, of: reference, neighbour: self)
        }
        let path: ArraySlice<UInt8>
        var query = reference.query
        if reference.path.isEmpty {
            path = pathBytes
            query = query ?? queryBytes
        } else if reference.path.first == UInt8(ascii: "/") {
            path = DotSegments.removed(from: reference.path)
        } else {
            path = DotSegments.removed(from: merged(with: reference.path))
        }
        return ResolvedURI(
            scheme: scheme, authority: authorityRange.map { bytes[$0] }, path: path, query: query,
            fragment: reference.fragment, neighbour: self)
    }

    /// RFC 3986, 5.2.3: the relative path beside the last component of this one.
    private func merged(with relative: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        guard let slash = pathBytes.lastIndex(of: UInt8(ascii: "/")) else {
            return authorityRange == nil ? relative : [UInt8(ascii: "/")] + relative
        }
        return pathBytes[...slash] + relative
    }

    package static func == (left: ResolvedURI, right: ResolvedURI) -> Bool {
        left.bytes == right.bytes
    }

    package func hash(into hasher: inout Hasher) {
        unsafe bytes.withUnsafeBytes { unsafe hasher.combine(bytes: $0) }
    }
}

extension ResolvedURI {
    package var text: String { String(decoding: bytes, as: UTF8.self) }

    /// In lower case, without its colon.
    package var scheme: String {
        String(decoding: bytes[..<schemeEnd].map(\.lowercasedASCII), as: UTF8.self)
    }

    /// What stands before the query, percent-escapes and all; `/` if there is nothing.
    package var path: String {
        pathRange.isEmpty ? "/" : String(decoding: pathBytes, as: UTF8.self)
    }

    /// The bytes that the path means, its percent-escapes decoded.
    package var decodedPath: [UInt8] { PercentEncoding.decoded(pathBytes) }

    /// What stands between `?` and the fragment, verbatim and without the question mark.
    package var query: String? {
        queryBytes.map { String(decoding: $0, as: UTF8.self) }
    }

    /// What stands after the last slash of the path, verbatim; empty for a folder.
    package var lastPathComponent: String {
        let slash = pathBytes.lastIndex(of: UInt8(ascii: "/"))
        return String(decoding: slash.map { pathBytes[($0 + 1)...] } ?? pathBytes, as: UTF8.self)
    }

    /// What stands before the path: the scheme and the authority.
    package var site: String { String(decoding: bytes[..<pathRange.lowerBound], as: UTF8.self) }

    /// What stands after that: the path, the query and the fragment.
    package var afterSite: String {
        String(decoding: bytes[pathRange.lowerBound...], as: UTF8.self)
    }

    /// The same with more at the end of its path; nil if that makes it too long.
    func appendingToPath(_ suffix: String) -> ResolvedURI? {
        let path = String(decoding: pathBytes, as: UTF8.self)
        return ResolvedURI(site + path + suffix + (query.map { "?\($0)" } ?? ""))
    }

    var pathBytes: ArraySlice<UInt8> { bytes[pathRange] }

    var queryBytes: ArraySlice<UInt8>? { queryRange.map { bytes[$0] } }
}
