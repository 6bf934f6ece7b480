internal import Primitives

/// What all clients of one process share.
public enum P2PSDK {
    /// The version of this library, as `0.1.0`.
    public static let version = Release.version

    /// Closes every client and session, and releases loops, threads and sockets.
    ///
    /// Returns when all of it is gone; a new client can be made afterwards. Device values are then to be had
    /// after another start only.
    public static func shutdown() async {
        Starter.shared.shutDown()
        await Runtime.shared.shutdown()
    }
}
