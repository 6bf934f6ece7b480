/// What the operator of the swarm lets a client upload, whatever its application says.
package struct UploadCeiling: Hashable, Sendable {
    /// All sessions of the client together; nil for no cap.
    package var bytesPerSecond: Int?
    /// Whether the application may have media uploaded over a metered network.
    package var allowsMetered = true

    package init() {}
}
