package import Crypto
package import EventLoop
import IOTestSupport
package import PeerWire
package import Primitives
package import TrackerWire
package import Transport
import Glibc
import TrackerServer

/// A member of a swarm whose every word to other peers is a test's: real keys, tickets and channels.
///
/// Everything but `identity` is to be used on the loop.
package final class PeerDouble: @unchecked Sendable {
    package typealias Handler = @Sendable (PeerDouble, PeerMessage, _ payload: [UInt8]) -> Void

    package nonisolated let identity = StaticKeyPair.generate()
    /// All that came from the peer, but for the payload of chunks.
    package private(set) var heard: [PeerMessage] = []
    /// How the last channel to a peer ended.
    package private(set) var end: ChannelCloseReason?
    package private(set) var isOpen = false

    private let tracker: TestTracker
    private let swarm: SwarmID
    private let loop: UVEventLoop
    private let onMessage: Handler
    private var secrets: [Epoch: SwarmSecret] = [:]
    private var trackerChannel: SecureChannel?
    private var channel: SecureChannel?

    package init(
        of swarm: SwarmID, _ tracker: TestTracker, on loop: UVEventLoop,
        onMessage: @escaping Handler = { _, _, _ in }
    ) {
        self.swarm = swarm
        self.tracker = tracker
        self.loop = loop
        self.onMessage = onMessage
    }

    package var peer: PeerID { PeerID(identity.publicKey) }

    // MARK: - Tracker

    /// Joins the swarm; others are introduced to that port, which is not the double's.
    package func join(announcing port: UInt16 = 1) throws {
        trackerChannel = try tracker.access.call(
            as: identity, bundle: "double", on: loop, onOpen: { [self] in announce(port) },
            onMessage: { [self] message in
                if case .swarmSecrets(let news) = message { secrets.learn(news) }
            })
    }

    private func announce(_ port: UInt16) {
        tell(
            .announce(
                Announce(
                    swarm: swarm, port: port, uploads: true, isEdge: false, tracks: [],
                    playheadSeconds: 0, bufferSeconds: 0, wanted: 8)))
    }

    package func tell(_ message: ClientMessage) { trackerChannel?.send(message.encode()) }

    // MARK: - Peer

    /// The swarm's epoch, once the tracker has told its secret.
    package var epoch: Epoch? { secrets.keys.min() }

    /// Dials a peer, with such a ticket as the tracker gives.
    package func dial(_ remote: PeerID, at address: SocketAddress) {
        guard let epoch, let secret = secrets[epoch] else { return }
        isOpen = false
        end = nil
        let dial = PeerDial(
            local: identity, remote: remote, swarm: swarm, secret: secret,
            payload: ticket(to: remote))
        let made = Log<SecureChannel>()
        let channel = SecureChannel.dial(dial, to: address, on: loop) { [self] event in
            // Only of the latest channel: an earlier one may end later.
            guard made.entries.first === self.channel else { return }
            received(event)
        }
        made.append(channel)
        self.channel = channel
    }

    private func ticket(to remote: PeerID) -> [UInt8] {
        IntroductionTicket(
            swarm: swarm, initiator: peer, responder: remote, notAfter: UInt32(time(nil)) + 60,
            nonce: randomBytes(IntroductionTicket.nonceSize), sign: tracker.keys.signing.sign
        ).encode()
    }

    package func say(_ message: PeerMessage) { channel?.send(message.encode()) }

    package func say(_ segment: SegmentID, chunk: Int, _ bytes: [UInt8]) {
        let header = ChunkHeader(segment: segment, chunk: UInt32(chunk))
        channel?.send(header.encode() + bytes)
    }

    package func say(bytes: [UInt8]) { channel?.send(bytes) }

    /// Reads nothing any more.
    package func stopReading() { channel?.pauseReading() }

    package func close() {
        channel?.close()
        trackerChannel?.close()
    }

    private func received(_ event: SecureChannel.Event) {
        switch event {
        case .opened: isOpen = true
        case .message(let record):
            guard let (message, payload) = unsafe Self.peerMessage(record) else { return }
            heard.append(message)
            onMessage(self, message, payload)
        case .writable: break
        case .closed(let reason):
            isOpen = false
            end = reason
        }
    }

    private static func peerMessage(
        _ record: UnsafeRawBufferPointer
    ) -> (PeerMessage, [UInt8])? {
        do throws(WireError) {
            let message = try unsafe PeerMessage(
                decoding: record.assumingMemoryBound(to: UInt8.self).span)
            guard case .data = message else { return (message, []) }
            return unsafe (message, Array(record.dropFirst(ChunkHeader.encodedSize)))
        } catch {
            return nil
        }
    }
}
