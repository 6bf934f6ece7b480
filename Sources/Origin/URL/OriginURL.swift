/// An absolute http or https URL, kept byte for byte as far as it can be sent at all.
///
/// It reads less than curl does: what two parsers could take for different hosts is malformed, so
/// that the host that is checked is the host that is asked.
package struct OriginURL: Hashable, Sendable {
    package enum Scheme: String, Hashable, Sendable {
        case http, https

        var defaultPort: UInt16 {
            switch self {
            case .http: 80
            case .https: 443
            }
        }
    }

    /// The URL to send: without fragment, and with bytes that no request line may hold encoded.
    package let text: String
    package let site: WebSite
    /// The host in lower case, an IPv6 literal in its brackets.
    package var host: String { site.host }
    package var scheme: Scheme { site.scheme }
    /// From the first slash up to the query; at least one slash.
    package let path: String
    /// Scheme and authority as written, user information included.
    private let prefix: String

    package init(_ text: String) throws(OriginError) {
        let bytes = Array(text.utf8.prefix { $0 != UInt8(ascii: "#") })
        guard let (scheme, afterScheme) = Self.scheme(of: bytes) else { throw .malformedURL }
        guard let scheme = Scheme(rawValue: scheme) else { throw .refusedScheme }
        guard bytes[afterScheme...].starts(with: [UInt8(ascii: "/"), UInt8(ascii: "/")]) else {
            throw .malformedURL
        }
        let rest = bytes[(afterScheme + 2)...]
        let target = rest.drop { $0 != UInt8(ascii: "/") && $0 != UInt8(ascii: "?") }
        let authority = rest[..<target.startIndex]
        let (host, port) = try Self.hostAndPort(of: authority)
        site = WebSite(scheme: scheme, host: host, port: port ?? scheme.defaultPort)
        prefix =
            scheme.rawValue + "://" + String(decoding: authority, as: UTF8.self)
        let sendable = String(decoding: Self.encodingUnsendable(target), as: UTF8.self)
        let pathPart = sendable.prefix { $0 != "?" }
        path = pathPart.isEmpty ? "/" : String(pathPart)
        self.text = prefix + (pathPart.isEmpty ? "/" : "") + sendable
    }

    /// The URL that `reference` means where this one is the base, as RFC 3986, section 5.2, has it.
    package func resolving(_ reference: String) throws(OriginError) -> OriginURL {
        let bytes = Array(reference.utf8)
        if Self.scheme(of: bytes) != nil { return try OriginURL(reference) }
        if reference.utf8.starts(with: "//".utf8) {
            return try OriginURL(scheme.rawValue + ":" + reference)
        }
        let sendable = String(decoding: Self.encodingUnsendable(bytes[...]), as: UTF8.self)
        let withoutFragment = sendable.prefix { $0 != "#" }
        guard let first = withoutFragment.first else { return self }
        if first == "?" { return try OriginURL(prefix + path + withoutFragment) }
        let referencePath = withoutFragment.prefix { $0 != "?" }
        let query = withoutFragment.dropFirst(referencePath.count)
        let directory = path[...(path.lastIndex(of: "/") ?? path.startIndex)]
        let merged = first == "/" ? referencePath : directory + referencePath
        return try OriginURL(prefix + Self.removingDotSegments(merged) + query)
    }

    /// The text with that parameter once, at the end of the query, whatever was there under the name.
    ///
    /// The name is compared as it is written; the value is escaped as a form would have it.
    package func text(replacing parameter: String, with value: String) -> String {
        let bare = text.prefix { $0 != "?" }
        let name = Self.escapingParameter(parameter)
        let kept = text.dropFirst(bare.count + 1).split(separator: "&").filter {
            let written = $0.prefix { $0 != "=" }
            return written != name && written != parameter
        }
        let pairs = kept.map(String.init) + ["\(name)=\(Self.escapingParameter(value))"]
        return bare + "?" + pairs.joined(separator: "&")
    }

    /// All escaped but what RFC 3986 calls unreserved.
    private static func escapingParameter(_ text: String) -> String {
        let digits = Array("0123456789ABCDEF".utf8)
        let bytes = text.utf8.flatMap { byte -> [UInt8] in
            let stands =
                byte.isASCIIDigit || byte.isASCIILetter || "-._~".utf8.contains(byte)
            return stands
                ? [byte] : [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// The scheme in lower case and the index after its colon; nil if the text starts with none.
    private static func scheme(of bytes: [UInt8]) -> (String, Int)? {
        guard let colon = bytes.firstIndex(of: UInt8(ascii: ":")), colon > 0 else { return nil }
        let name = bytes[..<colon]
        guard name[0].isASCIILetter else { return nil }
        let isScheme = name.allSatisfy { byte in
            byte.isASCIILetter || byte.isASCIIDigit || [UInt8]("+-.".utf8).contains(byte)
        }
        guard isScheme else { return nil }
        return (String(decoding: name, as: UTF8.self).lowercased(), colon + 1)
    }

    private static func hostAndPort(
        of authority: ArraySlice<UInt8>
    ) throws(OriginError) -> (String, UInt16?) {
        let refused = [UInt8]("\\\"<>^`{|} ".utf8)
        // Beyond ASCII curl would take other characters for a dot, or for a digit.
        guard authority.allSatisfy({ $0 > 0x20 && $0 < 0x7f && !refused.contains($0) }) else {
            throw .malformedURL
        }
        let parts = authority.split(separator: UInt8(ascii: "@"), omittingEmptySubsequences: false)
        guard parts.count <= 2, let hostPort = parts.last else { throw .malformedURL }
        let host: ArraySlice<UInt8>
        if hostPort.first == UInt8(ascii: "[") {
            guard let end = hostPort.firstIndex(of: UInt8(ascii: "]")) else { throw .malformedURL }
            host = hostPort[...end]
            let literal = host.dropFirst().dropLast()
            let isLiteral = literal.allSatisfy { byte in
                byte.isHexDigit || byte == UInt8(ascii: ":") || byte == UInt8(ascii: ".")
            }
            guard isLiteral, literal.count > 1 else { throw .malformedURL }
        } else {
            host = hostPort.prefix { $0 != UInt8(ascii: ":") }
            // curl would decode an encoded host: there would be two readings of one name.
            let refused = [UInt8]("%[]".utf8)
            guard !host.isEmpty, host.allSatisfy({ !refused.contains($0) }) else {
                throw .malformedURL
            }
        }
        let name = String(decoding: host, as: UTF8.self).asciiLowercased
        let afterHost = hostPort[host.endIndex...]
        guard afterHost.count > 1 else {
            guard afterHost.isEmpty || afterHost.first == UInt8(ascii: ":") else {
                throw .malformedURL
            }
            return (name, nil)
        }
        guard afterHost.first == UInt8(ascii: ":"),
            afterHost.dropFirst().allSatisfy(\.isASCIIDigit),
            let port = UInt16(String(decoding: afterHost.dropFirst(), as: UTF8.self)), port > 0
        else { throw .malformedURL }
        return (name, port)
    }

    /// Spaces, control bytes and bytes beyond ASCII would break the request line: as browsers do.
    private static func encodingUnsendable(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
        guard bytes.contains(where: { $0 <= 0x20 || $0 >= 0x7f }) else { return Array(bytes) }
        let digits = Array("0123456789ABCDEF".utf8)
        var encoded: [UInt8] = []
        for byte in bytes {
            if byte <= 0x20 || byte >= 0x7f {
                encoded += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
            } else {
                encoded.append(byte)
            }
        }
        return encoded
    }

    private static func removingDotSegments(_ path: Substring) -> String {
        var kept: [Substring] = []
        let segments = path.split(separator: "/", omittingEmptySubsequences: false).dropFirst()
        for (offset, segment) in segments.enumerated() {
            let isLast = offset == segments.count - 1
            switch segment {
            case ".":
                if isLast { kept.append("") }
            case "..":
                if !kept.isEmpty { kept.removeLast() }
                if isLast { kept.append("") }
            default:
                kept.append(segment)
            }
        }
        return "/" + kept.joined(separator: "/")
    }
}

extension OriginURL: CustomStringConvertible, CustomReflectable {
    /// The site alone: path and query may hold a signature.
    package var description: String { "\(site)/…" }
    package var customMirror: Mirror { Mirror(self, children: ["site": site]) }
}
