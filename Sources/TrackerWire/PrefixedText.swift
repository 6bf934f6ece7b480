import Primitives

/// Bytes as people copy them: a prefix that says what they are, then base64url without padding.
enum PrefixedText {
    /// The bytes of a text, forgiving white space around it; nil if it is no such text.
    static func bytes(of text: String, prefix: String) -> [UInt8]? {
        let trimmed = text.drop(while: \.isWhitespace)
        guard trimmed.hasPrefix(prefix) else { return nil }
        let body = trimmed.dropFirst(prefix.count)
        let digits = body.prefix { !$0.isWhitespace }
        guard body.dropFirst(digits.count).allSatisfy(\.isWhitespace) else { return nil }
        return [UInt8](base64url: digits)
    }
}
