public import Foundation

/// What shows the media origin that a request is allowed: headers, a token in the query, or both.
///
/// No description of it shows what it holds.
public struct OriginCredential: Hashable, Sendable {
    /// Headers for the origin; they win over headers of the same name from elsewhere.
    public let headers: [String: String]

    /// The value for the source's query parameter, unescaped; nil for none.
    public let queryToken: String?

    /// When it ceases to be good, or nil if nobody knows.
    public let expires: Date?

    /// A credential that goes into headers, as `["Authorization": "Bearer …"]`.
    public init(headers: [String: String], expires: Date? = nil) {
        self.headers = headers
        self.expires = expires
        queryToken = nil
    }

    /// A credential that goes into the query, under the name that the source says.
    public init(queryToken: String, headers: [String: String] = [:], expires: Date? = nil) {
        self.headers = headers
        self.queryToken = queryToken
        self.expires = expires
    }
}

extension OriginCredential: CustomStringConvertible, CustomDebugStringConvertible,
    CustomReflectable
{
    public var description: String { "OriginCredential(‹redacted›)" }
    public var debugDescription: String { description }
    public var customMirror: Mirror { Mirror(self, children: [:]) }
}
