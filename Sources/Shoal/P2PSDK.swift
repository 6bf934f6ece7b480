internal import Primitives

/// What all clients of one process share.
public enum P2PSDK {
    /// The version of this library, as `0.1.0`.
    public static let version = Release.version

    /// Closes every client and session, and releases loops, threads and sockets.
    ///
    /// Returns when all of it is gone; a new client can be made afterwards.
    public static func shutdown() async {
        await Runtime.shared.shutdown()
    }
}
