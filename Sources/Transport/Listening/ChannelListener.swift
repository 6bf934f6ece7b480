import Crypto
import EventLoop
import Primitives

/// Accepts connections, and shows those whose initiator has proven itself.
///
/// Used on its loop's thread only.
final class ChannelListener: @unchecked Sendable {
    typealias Admission = @Sendable (ChannelRequest, SocketAddress) -> Bool

    private let loop: UVEventLoop
    private let local: StaticKeyPair
    private let callers: ChannelAcceptance.Callers
    private let channelLimits: ChannelLimits
    private let admit: Admission
    private let onAccept: @Sendable (SecureChannel, ChannelRequest) -> Void
    private var gate: AcceptGate
    private var replays = ReplayGuard()
    private var pending: [AcceptGate.Arrival: SecureChannel] = [:]
    private var listener: TCPListener?

    init(
        on loop: UVEventLoop, local: StaticKeyPair, callers: ChannelAcceptance.Callers,
        limits: AcceptLimits, channelLimits: ChannelLimits, admit: @escaping Admission,
        onAccept: @escaping @Sendable (SecureChannel, ChannelRequest) -> Void
    ) {
        loop.preconditionOnLoop()
        self.loop = loop
        self.local = local
        self.callers = callers
        self.channelLimits = channelLimits
        self.admit = admit
        self.onAccept = onAccept
        gate = AcceptGate(limits, descriptors: DescriptorLimit.current, at: loop.now)
    }

    /// Returns where it listens.
    func listen(at address: SocketAddress) throws(LoopError) -> SocketAddress {
        let listener = try TCPListener(on: loop, address: address) { [self] in accepted($0) }
        self.listener = listener
        return listener.localAddress
    }

    var counters: AcceptCounters {
        loop.preconditionOnLoop()
        return gate.counters
    }

    func setLimits(_ limits: AcceptLimits) {
        loop.preconditionOnLoop()
        gate.limits = limits
    }

    /// Accepts no more and drops what is pending; open channels are their owners'.
    func close() {
        loop.preconditionOnLoop()
        listener?.close()
        listener = nil
        for channel in pending.values { channel.close() }
    }

    private func accepted(_ connection: TCPConnection) {
        let address = connection.remoteAddress
        let descriptor = Int(connection.descriptor)
        if let silent = gate.makesRoom(for: address.ip, descriptor: descriptor) {
            pending[silent]?.close()
        }
        guard let arrival = gate.arrived(from: address.ip, descriptor: descriptor) else {
            return connection.close()
        }
        let acceptance = ChannelAcceptance(
            local: local, callers: callers,
            affords: { [weak self] in self?.affords(address) ?? false },
            admit: { [weak self] request in
                self?.admits(request, arrival, from: address) ?? false
            })
        let channel = SecureChannel(
            accepted: connection, acceptance, on: loop, limits: channelLimits,
            listener: SecureChannel.Listener(
                onOpened: { [self] in opened($0, arrival) },
                onEnd: { [self] in ended($0, arrival) }))
        pending[arrival] = channel
    }

    private func affords(_ address: SocketAddress) -> Bool {
        gate.mayShakeHands(with: address.ip, at: loop.now)
    }

    private func admits(
        _ request: ChannelRequest, _ arrival: AcceptGate.Arrival, from address: SocketAddress
    ) -> Bool {
        let now = UnixTime.milliseconds
        guard replays.isFresh(request.ephemeral, stamp: request.unixMilliseconds, at: now),
            gate.mayOpen(from: address.ip), admit(request, address)
        else { return false }
        replays.remember(request.ephemeral, at: now)
        gate.introduced(arrival)
        return true
    }

    private func opened(_ channel: SecureChannel, _ arrival: AcceptGate.Arrival) {
        guard let request = channel.request else { return }
        pending[arrival] = nil
        gate.opened(arrival, from: channel.remoteAddress.ip)
        onAccept(channel, request)
    }

    private func ended(_ channel: SecureChannel, _ arrival: AcceptGate.Arrival) {
        if pending.removeValue(forKey: arrival) == nil {
            gate.closed(from: channel.remoteAddress.ip)
        } else {
            gate.abandoned(arrival, from: channel.remoteAddress.ip)
        }
    }
}
