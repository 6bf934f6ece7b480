/// An absolute URI: what a player would ask for, and what the origin client can be given.
///
/// It holds printable ASCII only: other bytes, spaces and double quotes of the source are
/// percent-escaped, so that it can stand in a quoted string, a line of text or a request line.
/// Percent-escapes of the source are kept byte for byte.
package struct ResolvedURI: Hashable, Sendable {
    /// A longer URI is not understood: servers refuse them, and variables could multiply them.
    package static let longest = 16 << 10

    private let bytes: [UInt8]
    private let parts: URIReference

    /// The scheme, host and port; nil for anything that is not plain HTTP or HTTPS.
    package let origin: URIOrigin?

    /// Nil unless `text` is absolute: it must begin with a scheme.
    package init?(_ text: String) {
        let reference = URIReference(Array(text.utf8)[...])
        guard let scheme = reference.scheme else { return nil }
        self.init(scheme: scheme, of: reference)
    }

    private init?(scheme: ArraySlice<UInt8>, of target: URIReference) {
        let path =
            target.authority != nil || target.path.first == UInt8(ascii: "/")
            ? DotSegments.removed(from: target.path) : target.path
        self.init(
            scheme: scheme, authority: target.authority, path: path, query: target.query,
            fragment: target.fragment)
    }

    private init?(
        scheme: ArraySlice<UInt8>, authority: ArraySlice<UInt8>?, path: ArraySlice<UInt8>,
        query: ArraySlice<UInt8>?, fragment: ArraySlice<UInt8>?
    ) {
        // Without an authority, a path of two slashes would be read as one.
        guard authority != nil || !path.starts(with: [UInt8(ascii: "/"), UInt8(ascii: "/")])
        else { return nil }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(scheme.count + path.count + 64)
        func append(_ part: ArraySlice<UInt8>) {
            for byte in part { PercentEncoding.append(byte, to: &bytes) }
        }
        append(scheme)
        bytes.append(UInt8(ascii: ":"))
        if let authority {
            bytes.append(UInt8(ascii: "/"))
            bytes.append(UInt8(ascii: "/"))
            append(authority)
        }
        append(path)
        if let query {
            bytes.append(UInt8(ascii: "?"))
            append(query)
        }
        if let fragment {
            bytes.append(UInt8(ascii: "#"))
            append(fragment)
        }
        guard bytes.count <= Self.longest else { return nil }
        self.bytes = bytes
        parts = URIReference(bytes[...])
        if let scheme = parts.scheme, let authority = parts.authority {
            origin = URIOrigin(scheme: scheme, authority: authority)
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
        return resolving(URIReference(reference))
    }

    private func resolving(_ reference: URIReference) -> ResolvedURI? {
        if let scheme = reference.scheme { return ResolvedURI(scheme: scheme, of: reference) }
        guard let scheme = parts.scheme else { return nil }
        if reference.authority != nil { return ResolvedURI(scheme: scheme, of: reference) }
        let path: ArraySlice<UInt8>
        var query = reference.query
        if reference.path.isEmpty {
            path = parts.path
            query = query ?? parts.query
        } else if reference.path.first == UInt8(ascii: "/") {
            path = DotSegments.removed(from: reference.path)
        } else {
            path = DotSegments.removed(from: merged(with: reference.path))
        }
        return ResolvedURI(
            scheme: scheme, authority: parts.authority, path: path, query: query,
            fragment: reference.fragment)
    }

    /// RFC 3986, 5.2.3: the relative path beside the last component of this one.
    private func merged(with relative: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        guard let slash = parts.path.lastIndex(of: UInt8(ascii: "/")) else {
            return parts.authority == nil ? relative : [UInt8(ascii: "/")] + relative
        }
        return parts.path[...slash] + relative
    }

    package static func == (left: ResolvedURI, right: ResolvedURI) -> Bool {
        left.bytes == right.bytes
    }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(bytes)
    }
}

extension ResolvedURI {
    package var text: String { String(decoding: bytes, as: UTF8.self) }

    /// In lower case, without its colon.
    package var scheme: String {
        String(decoding: (parts.scheme ?? []).map(\.lowercasedASCII), as: UTF8.self)
    }

    /// What stands before the query, percent-escapes and all; `/` if there is nothing.
    package var path: String {
        parts.path.isEmpty ? "/" : String(decoding: parts.path, as: UTF8.self)
    }

    /// What stands between `?` and the fragment, verbatim and without the question mark.
    package var query: String? {
        parts.query.map { String(decoding: $0, as: UTF8.self) }
    }

    /// What stands after the last slash of the path, verbatim; empty for a folder.
    package var lastPathComponent: String {
        String(decoding: lastPathComponentBytes, as: UTF8.self)
    }

    var pathBytes: ArraySlice<UInt8> { parts.path }

    var queryBytes: ArraySlice<UInt8>? { parts.query }

    private var lastPathComponentBytes: ArraySlice<UInt8> {
        guard let slash = parts.path.lastIndex(of: UInt8(ascii: "/")) else { return parts.path }
        return parts.path[(slash + 1)...]
    }
}
