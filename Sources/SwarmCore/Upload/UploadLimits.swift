/// How much of an uplink peers get at most, over all sessions of a client.
package struct UploadLimits: Hashable, Sendable {
    /// Bytes a second, or nil for no cap.
    package var bytesPerSecond: Int?
    /// Bytes in one day of the UTC calendar, or nil for no cap.
    package var bytesPerDay: Int?
    /// Bytes in one month of the UTC calendar, or nil for no cap.
    package var bytesPerMonth: Int?
    /// Whether to upload over a link that is paid by the byte.
    package var allowsMetered = false

    package init() {}
}
