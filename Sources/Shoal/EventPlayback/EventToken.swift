public import Foundation

/// What lets a viewer read the recordings of one device in one bucket, for a while.
///
/// No description of it shows the token.
public struct EventToken: Hashable, Sendable {
    /// The value for the `Authorization` parameter of the query, unescaped.
    public let authToken: String
    /// The bucket that it is good for.
    public let bucketName: String
    /// The device that it is good for.
    public let deviceId: String
    /// When it ceases to be good, or nil if nobody knows before the origin refuses it.
    public let expires: Date?

    /// A token as the backend gives it out.
    public init(authToken: String, bucketName: String, deviceId: String, expires: Date? = nil) {
        self.authToken = authToken
        self.bucketName = bucketName
        self.deviceId = deviceId
        self.expires = expires
    }
}

extension EventToken: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    public var description: String { "EventToken(\(bucketName), \(deviceId), ‹redacted›)" }
    public var debugDescription: String { description }
    public var customMirror: Mirror {
        Mirror(self, children: ["bucketName": bucketName, "deviceId": deviceId])
    }
}
