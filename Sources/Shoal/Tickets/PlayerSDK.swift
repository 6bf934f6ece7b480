/// What a device shows a backend of itself.
public struct DeviceValues: Hashable, Sendable {
    /// The same for as long as the application is installed.
    public let unionInfo: String
    /// The device's public key.
    public let drmKek: String

    /// Values that are both there; nil if one is empty, `nil` or `(null)`, which no backend shall see.
    public init?(unionInfo: String, drmKek: String) {
        guard ![unionInfo, drmKek].contains(where: { ["", "nil", "(null)"].contains($0) }) else {
            return nil
        }
        self.unionInfo = unionInfo
        self.drmKek = drmKek
    }
}

/// A player that plays what a ticket allows.
@MainActor
public protocol PlayerSDK: AnyObject {
    /// What the backend is told of the device.
    ///
    /// - Throws: Whatever is in the way of them: the licence, most likely.
    func deviceValues() throws -> DeviceValues

    /// Plays from that position on, in seconds; what was played before ends.
    func play(vid: String, playAuthToken: String, startAt seconds: Double)

    /// Gets ready to play what is likely to be wanted next.
    func preload(vid: String, playAuthToken: String)

    /// Adds texts to what is played; an empty list is no error.
    func addSubtitles(_ subtitles: [PlaybackTicket.Subtitle])

    /// The position, in seconds.
    var currentTime: Double { get }

    /// Called for an error of any kind, an expired ticket included.
    var onError: ((any Error) -> Void)? { get set }
}
