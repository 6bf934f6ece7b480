import Crypto
import EventLoop
import IOTestSupport
import Primitives
import Testing
import Transport

/// Two engines of one swarm and a loop for both.
struct ChannelFixture: Sendable {
    let loop: UVEventLoop
    let swarm = SwarmID(randomBytes32())
    let secret = SwarmSecret(epoch: Epoch(1), secret: Redacted(randomBytes32()))
    let dialler = StaticKeyPair.generate()
    let host = StaticKeyPair.generate()

    /// Gives `body` a fixture whose loop is shut down whatever happens.
    static func run(_ body: (ChannelFixture) async throws -> Void) async throws {
        let loop = try UVEventLoop(name: "channels")
        do {
            try await body(ChannelFixture(loop: loop))
            await loop.shutdown()
        } catch {
            await loop.shutdown()
            throw error
        }
    }

    var peerDial: PeerDial {
        PeerDial(
            local: dialler, remote: PeerID(host.publicKey), swarm: swarm, secret: secret,
            payload: Array("ticket".utf8))
    }

    /// Runs `body` on the loop's thread and waits for what it returns.
    func onLoop<Value: Sendable>(
        _ body: @escaping @Sendable () throws -> Value
    ) async throws -> Value {
        try await withCheckedThrowingContinuation { waiter in
            loop.execute { waiter.resume(with: Result { try body() }) }
        }
    }

    func listen(
        limits: AcceptLimits = AcceptLimits().onOneAddress,
        channelLimits: ChannelLimits = ChannelLimits(),
        admit: @escaping @Sendable (PeerID, SwarmID, [UInt8]) -> Bool = { _, _, _ in true },
        onAccept: @escaping @Sendable (SecureChannel, SwarmID) -> Void
    ) async throws -> PeerListener {
        try await onLoop {
            try PeerListener(
                on: loop, address: SocketAddress(ip: .loopback, port: 0), local: host,
                limits: limits, channelLimits: channelLimits,
                secret: { swarm, epoch in
                    swarm == self.swarm && epoch == self.secret.epoch ? self.secret : nil
                },
                admit: admit, onAccept: onAccept)
        }
    }

    /// Lets the loop turn until `condition` holds; the suite's time limit is the limit.
    func until(_ condition: @escaping @Sendable () -> Bool) async throws {
        try await loop.until(condition)
    }

    func untilNothingIsOpen() async throws {
        try await until { loop.openHandleCount == 0 }
    }
}

/// What a channel's handler saw, in order; used on the loop's thread.
final class ChannelRecord: @unchecked Sendable {
    enum Seen: Equatable {
        case opened
        case message([UInt8])
        case writable
        case closed(ChannelCloseReason)
    }

    private(set) var seen: [Seen] = []
    var channel: SecureChannel?

    /// The handler that writes down, and then calls `then`.
    func handler(
        then: @escaping @Sendable (SecureChannel.Event) -> Void = { _ in }
    ) -> SecureChannel.Handler {
        { [self] event in
            switch event {
            case .opened: seen.append(.opened)
            case .message(let bytes): seen.append(.message(unsafe Array(bytes)))
            case .writable: seen.append(.writable)
            case .closed(let reason): seen.append(.closed(reason))
            }
            then(event)
        }
    }

    var reason: ChannelCloseReason? {
        guard case .closed(let reason) = seen.last else { return nil }
        return reason
    }
}

/// A number that callbacks on one loop count up.
final class Tally: @unchecked Sendable {
    var count = 0
}
