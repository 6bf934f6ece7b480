package import Crypto
package import EventLoop
package import Primitives

/// Accepts channels from a tracker's clients.
///
/// Used on its loop's thread only; its closures are called there and must not call it back. Stays open
/// until it is closed.
package final class TrackerListener: @unchecked Sendable {
    /// With the port that the system chose, if it was to choose.
    package let localAddress: SocketAddress
    private let listener: ChannelListener

    /// Begins to listen, or says why it cannot.
    ///
    /// `admit` is asked once about each message 1 that is proven and fresh, with its payload. `onAccept`
    /// receives an open channel, whose handler it must set before it returns, and that payload again.
    package init(
        on loop: UVEventLoop, address: SocketAddress, local: StaticKeyPair,
        limits: AcceptLimits = .tracker, channelLimits: ChannelLimits = .tracker,
        admit: @escaping @Sendable (PeerID, [UInt8], SocketAddress) -> Bool,
        onAccept: @escaping @Sendable (SecureChannel, [UInt8]) -> Void
    ) throws(LoopError) {
        listener = ChannelListener(
            on: loop, local: local, callers: .clients, limits: limits,
            channelLimits: channelLimits,
            admit: { request, address in admit(request.remote, request.payload, address) },
            onAccept: { channel, request in onAccept(channel, request.payload) })
        localAddress = try listener.listen(at: address)
    }

    /// Has other limits hold for who comes from now on.
    package func setLimits(_ limits: AcceptLimits) { listener.setLimits(limits) }

    /// What it has done so far.
    package var counters: AcceptCounters { listener.counters }

    /// Accepts no more; open channels are their owners'.
    package func close() {
        listener.close()
    }
}
