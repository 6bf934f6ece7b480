/// What all clients of one process share.
public enum P2PSDK {
    /// Closes every client and session, and releases loops, threads and sockets.
    ///
    /// Returns when all of it is gone; a new client can be made afterwards.
    public static func shutdown() async {
        await Runtime.shared.shutdown()
    }
}
