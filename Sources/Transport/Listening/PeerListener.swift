package import Crypto
package import EventLoop
package import Primitives

/// Accepts channels from peers of swarms whose secrets it knows.
///
/// Used on its loop's thread only; its closures are called there and must not call it back. Stays open
/// until it is closed.
package final class PeerListener: @unchecked Sendable {
    /// With the port that the system chose, if it was to choose.
    package let localAddress: SocketAddress
    private let listener: ChannelListener

    /// Begins to listen, or says why it cannot.
    ///
    /// `secret` finds the current or next secret of a swarm. `admit` is asked once about each message 1
    /// that is proven and fresh, with its payload. `onAccept` receives an open channel, whose handler it
    /// must set before it returns.
    package init(
        on loop: UVEventLoop, address: SocketAddress, local: StaticKeyPair,
        limits: AcceptLimits = AcceptLimits(), channelLimits: ChannelLimits = ChannelLimits(),
        secret: @escaping @Sendable (SwarmID, Epoch) -> SwarmSecret?,
        admit: @escaping @Sendable (PeerID, SwarmID, [UInt8]) -> Bool,
        onAccept: @escaping @Sendable (SecureChannel, SwarmID) -> Void
    ) throws(LoopError) {
        listener = ChannelListener(
            on: loop, local: local, callers: .peers(secret: secret), limits: limits,
            channelLimits: channelLimits,
            admit: { request, _ in
                guard let swarm = request.swarm else { return false }
                return admit(request.remote, swarm, request.payload)
            },
            onAccept: { channel, request in
                guard let swarm = request.swarm else { return channel.close() }
                onAccept(channel, swarm)
            })
        localAddress = try listener.listen(at: address)
    }

    /// What it has done so far.
    package var counters: AcceptCounters { listener.counters }

    /// Accepts no more; open channels are their owners'.
    package func close() {
        listener.close()
    }
}
