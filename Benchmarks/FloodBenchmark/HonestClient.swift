import Crypto
import EventLoop
import Foundation
import Primitives
import TrackerServer
import TrackerWire
import Transport

/// Somebody with a channel to the victim, who asks and waits for the answer, again and again.
///
/// Used on its loop's thread only.
final class HonestClient: @unchecked Sendable {
    private let kind: VictimKind
    private let loop: UVEventLoop
    private let onAnswer: @Sendable (Duration) -> Void
    private var channel: SecureChannel?
    private var timer: LoopTimer?
    private var askedAt: Moment?
    private var asked: UInt32 = 0
    private(set) var isOpen = false
    private(set) var wasAnswered = false
    private(set) var end: ChannelCloseReason?

    /// Dials; `onAnswer` is called with the time that each answer took.
    init(
        _ kind: VictimKind, at port: UInt16, on loop: UVEventLoop,
        onAnswer: @escaping @Sendable (Duration) -> Void
    ) throws {
        self.kind = kind
        self.loop = loop
        self.onAnswer = onAnswer
        let address = SocketAddress(ip: .loopback, port: port)
        let keys = StaticKeyPair.generate()
        let onEvent: SecureChannel.Handler = { [weak self] in self?.received($0) }
        switch kind {
        case .node:
            let dial = PeerDial(
                local: keys, remote: PeerID(VictimKind.nodeKeys.publicKey),
                swarm: VictimKind.swarm, secret: VictimKind.secret, payload: [])
            channel = SecureChannel.dial(dial, to: address, on: loop, onEvent: onEvent)
        case .tracker:
            let dial = TrackerDial(
                local: keys, trackerKey: VictimKind.operatorKeys.channel.publicKey,
                payload: try Self.credentials(port))
            channel = SecureChannel.dial(dial, to: address, on: loop, onEvent: onEvent)
        }
        timer = LoopTimer(on: loop) { [weak self] in self?.ask() }
    }

    func close() {
        timer?.close()
        channel?.close()
    }

    private static func credentials(_ port: UInt16) throws -> [UInt8] {
        let key = try VictimKind.operatorKeys.sdkKey(
            trackerHost: "127.0.0.1", trackerPort: port, appID: "flood")
        let time = UInt64(max(0, Date().timeIntervalSince1970))
        return try Credentials(pass: key.pass, bundleID: "flood", unixTime: time).encode()
    }

    private func received(_ event: SecureChannel.Event) {
        switch event {
        case .opened:
            isOpen = true
            ask()
        case .message(let record):
            if unsafe isAnswer(record) { answered() }
        case .writable:
            break
        case .closed(let reason):
            end = reason
            timer?.close()
        }
    }

    private func ask() {
        askedAt = loop.now
        asked += 1
        switch kind {
        case .node:
            channel?.send([1])
        case .tracker:
            // A seek, or the tracker would say what it said before.
            let announce = Announce(
                swarm: VictimKind.swarm, port: 40_000, uploads: true, isEdge: false, tracks: [],
                playheadSeconds: asked % 2 * 10_000, bufferSeconds: 0, wanted: 8)
            channel?.send(ClientMessage.announce(announce).encode())
        }
    }

    private func answered() {
        guard let askedAt else { return }
        self.askedAt = nil
        wasAnswered = true
        onAnswer(loop.now - askedAt)
        timer?.arm(at: loop.now + kind.pause)
    }

    private func isAnswer(_ record: UnsafeRawBufferPointer) -> Bool {
        switch kind {
        case .node:
            return record.count == Victim.answer.count
        case .tracker:
            do throws(WireError) {
                let message = try TrackerMessage(
                    decoding: unsafe record.bindMemory(to: UInt8.self).span)
                guard case .introductions = message else { return false }
                return true
            } catch {
                return false
            }
        }
    }
}
