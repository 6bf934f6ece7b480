/// The head of an origin's answer, whatever its status.
package struct OriginResponse: Sendable {
    package let status: Int
    /// As sent, in order; but for a body that is decoded on the way, without what describes its
    /// encoded form.
    package let headers: [OriginHeader]
    /// The URL that answered, after redirects: the base for what the body refers to.
    package let finalURL: String
    /// How many bytes the body will have, or would have for a HEAD; nil while nobody knows.
    package let contentLength: Int?
    package let contentRange: ContentRange?
    /// Whether a body without a length would be seen to be cut short: false means that it ends
    /// where the connection does, so that nobody can tell a whole from a part.
    package let endIsCertain: Bool

    /// The value of the first header of that name, in any case.
    package func first(_ name: String) -> String? {
        let name = name.asciiLowercased
        return headers.first { $0.name.asciiLowercased == name }?.value
    }
}

extension OriginResponse: CustomStringConvertible, CustomReflectable {
    /// No URL and no header: both may hold credentials.
    package var description: String { "OriginResponse(\(status))" }
    package var customMirror: Mirror { Mirror(self, children: ["status": status]) }
}
