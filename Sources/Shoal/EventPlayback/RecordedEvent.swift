public import Foundation

/// Something that a camera has recorded: where its playlist is, and which token opens it.
public struct RecordedEvent: Hashable, Sendable {
    /// The playlist; an `Authorization` in its query is stale, and replaced.
    public var videoUrl: URL
    /// The space whose tokens open it.
    public var spaceId: String
    /// The bucket that the recording is in.
    public var bucketName: String
    /// The camera that recorded it.
    public var deviceId: String
    /// Whether all of it has been recorded: then its playlist ends, also where the origin's does not say so.
    public var isFinished: Bool

    /// An event as the backend lists it.
    public init(
        videoUrl: URL, spaceId: String, bucketName: String, deviceId: String,
        isFinished: Bool = true
    ) {
        self.videoUrl = videoUrl
        self.spaceId = spaceId
        self.bucketName = bucketName
        self.deviceId = deviceId
        self.isFinished = isFinished
    }
}
