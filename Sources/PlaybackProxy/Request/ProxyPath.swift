package import Primitives

/// The path of everything that a player is given: `/s/<token>/<id>/<name>`.
///
/// What is meant is known by the id alone. The name is the last component of the origin's
/// own path, because players judge a segment by its extension. Only below an MPD and the sites that it
/// names does the name mean something: players make URLs of their own there, of more components.
package struct ProxyPath: Sendable {
    private static let root = "s"
    private static let longestIdentifier = 64

    package let token: Redacted<Bytes32>
    package let id: String
    package let name: String

    /// Names a resource; the id is letters, digits, `-` and `_`.
    package init(token: Redacted<Bytes32>, id: String, originPath: String) {
        precondition(Self.isIdentifier(id), "an opaque identifier")
        self.token = token
        self.id = id
        name = Self.name(of: originPath)
    }

    /// Nil, which is a 404, for any other path and for a token that is not the session's.
    ///
    /// The comparison is passed in because it must take the same time for every wrong token.
    package init?(_ path: String, isToken: (Bytes32) -> Bool) {
        let parts = path.split(separator: "/", maxSplits: 4, omittingEmptySubsequences: false)
        guard parts.count == 5, parts[0].isEmpty, parts[1] == Self.root,
            let token = [UInt8](base64url: parts[2]).flatMap({ Bytes32($0) }), isToken(token),
            Self.isIdentifier(parts[3])
        else { return nil }
        self.token = Redacted(token)
        id = String(parts[3])
        name = String(parts[4])
    }

    package var text: String {
        "/\(Self.root)/\(token.secret.bytes.base64url)/\(id)/\(name)"
    }

    private static func isIdentifier(_ text: some StringProtocol) -> Bool {
        (1...longestIdentifier).contains(text.utf8.count)
            && text.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
                    true
                default: false
                }
            }
    }

    /// The last component as it is written, but for bytes that a path cannot hold.
    private static func name(of originPath: String) -> String {
        let component = originPath.split(separator: "/", omittingEmptySubsequences: false).last
        var name: [UInt8] = []
        for byte in (component ?? "").utf8 {
            if byte > 0x20, byte < 0x7f, !illegal.contains(byte) {
                name.append(byte)
            } else {
                name += Array("%".utf8) + Array([byte].hex.uppercased().utf8)
            }
        }
        let text = String(decoding: name, as: UTF8.self)
        // Clients would take these as steps, however they are spelled.
        let dots = text.replacing("%2e", with: ".").replacing("%2E", with: ".")
        return dots == "." || dots == ".." ? "" : text
    }

    private static let illegal = Array("\"#<>?[\\]^`{|}".utf8)
}
