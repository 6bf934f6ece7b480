import Crypto
package import EventLoop
import Glibc
import IOTestSupport
import PeerWire
import Primitives
package import SwarmSimulation
import TrackerServer
import TrackerWire
import Transport

/// A member of a swarm that harms every peer it is introduced to, in one way, over real channels.
///
/// It comes as an honest one does: the tracker introduces it, with the tracker's own tickets, as often
/// as it asks. Everything but `kind` is to be used on the loop.
package final class HostilePeer: @unchecked Sendable {
    package nonisolated let kind: HostileKind
    private let identity = StaticKeyPair.generate()
    /// Channels that were open to peers, and those that peers ended.
    package private(set) var opened = 0
    package private(set) var ended = 0
    /// Chunks that were sent and are not what was asked for.
    package private(set) var spoiled = 0
    /// Words to the tracker that are not true.
    package private(set) var lies = 0

    private let media: SharedMedia
    private let tracker: TrackerAccess
    private let loop: UVEventLoop
    private var random: SeededRandom
    private var secrets: [Epoch: SwarmSecret] = [:]
    private var trackerChannel: SecureChannel?
    private var channels: [PeerID: SecureChannel] = [:]
    private var timers: [LoopTimer] = []
    private var announcing: LoopTimer?

    package init(
        _ kind: HostileKind, of media: SharedMedia, _ tracker: TrackerAccess, on loop: UVEventLoop
    ) {
        self.kind = kind
        self.media = media
        self.tracker = tracker
        self.loop = loop
        random = SeededRandom(seed: identity.publicKey.prefix64)
    }

    private var peer: PeerID { PeerID(identity.publicKey) }

    // MARK: - Tracker

    package func join() throws {
        trackerChannel = try tracker.call(
            as: identity, bundle: "hostile", on: loop, onOpen: { [self] in announce() },
            onMessage: { [self] message in received(message) })
        announcing = LoopTimer(on: loop) { [weak self] in self?.announce() }
    }

    package func close() {
        announcing?.close()
        for timer in timers { timer.close() }
        for channel in channels.values { channel.close() }
        trackerChannel?.close()
    }

    /// Asks for peers again and again: those that it lost may be among them.
    private func announce() {
        tell(
            .announce(
                Announce(
                    swarm: media.swarm, port: 1, uploads: true, isEdge: false,
                    tracks: [media.track],
                    playheadSeconds: 0, bufferSeconds: 0, wanted: 8)))
        misreport()
        announcing?.arm(at: loop.now + .seconds(1))
    }

    private func tell(_ message: ClientMessage) { trackerChannel?.send(message.encode()) }

    private func received(_ message: TrackerMessage) {
        switch message {
        case .swarmSecrets(let news): secrets.learn(news)
        case .introductions(let introductions):
            for introduction in introductions.peers { dial(introduction) }
        case .challenge(let challenge):
            // Those who lie together answer alike as well.
            tell(
                .challengeAnswer(
                    ChallengeAnswer(
                        swarm: challenge.swarm, key: challenge.key,
                        digest: keyedHash(key: challenge.nonce, [1]))))
        case .welcome, .slot, .attestation, .revocation, .policyChange, .retryAfter, .refused,
            .authorization, .expelled:
            break
        }
    }

    /// False words, a few at a time: the tracker closes a session that floods it.
    private func misreport() {
        for _ in 0..<4 {
            let segment = media.segments[lies % media.segments.count]
            switch kind {
            case .sybilReporter:
                tell(
                    .digestReport(
                        DigestReport(
                            swarm: media.swarm, key: segment.key,
                            length: UInt32(segment.bytes.count),
                            root: Root(keyedHash(key: .zero, [1])))))
            case .badMouth:
                for victim in channels.keys.prefix(4) {
                    tell(
                        .complaint(
                            Complaint(swarm: media.swarm, key: segment.key, accused: victim)))
                }
            case .copycatReporter:
                tell(
                    .digestReport(
                        DigestReport(
                            swarm: media.swarm, key: segment.key,
                            length: UInt32(segment.bytes.count),
                            root: segment.root)))
            case .persistent, .onOff1, .onOff10, .onOff50, .selective, .wrongLength, .wrongIndex,
                .staleGeneration, .badLeafList, .slowDrip, .haveLiar, .neverRead, .requestFlood,
                .replay, .reflection:
                return
            }
            lies += 1
        }
    }

    // MARK: - Peers

    private func dial(_ introduction: Introduction) {
        let remote = introduction.peer
        guard channels[remote] == nil, let secret = secrets[introduction.epoch] else { return }
        let dial = PeerDial(
            local: identity, remote: remote, swarm: media.swarm, secret: secret,
            payload: introduction.ticket)
        channels[remote] = SecureChannel.dial(dial, to: introduction.address, on: loop) {
            [weak self] event in self?.received(event, from: remote)
        }
    }

    private func received(_ event: SecureChannel.Event, from remote: PeerID) {
        switch event {
        case .opened:
            opened += 1
            greet(remote)
        case .message(let record):
            if let message = unsafe Self.peerMessage(record) { answer(message, remote) }
        case .writable: break
        case .closed:
            ended += 1
            channels[remote] = nil
        }
    }

    private func say(_ message: PeerMessage, _ remote: PeerID) {
        channels[remote]?.send(message.encode())
    }

    private func greet(_ remote: PeerID) {
        say(.hello(Hello(uploads: true, isEdge: false, progress: nil)), remote)
        for have in Have.pages(track: media.track, numbers: media.segments.map(\.number)) {
            say(.have(have), remote)
        }
        switch kind {
        case .neverRead:
            channels[remote]?.pauseReading()
            // Leaves are not counted as chunks are: more of them than buffers hold.
            for _ in 0..<10_000 { askLeaves(remote) }
        case .requestFlood:
            for segment in media.segments {
                let run = ChunkRun(0..<segment.geometry.chunkCount)
                for _ in 0..<20 { ask(segment, run, remote) }
            }
        case .persistent, .onOff1, .onOff10, .onOff50, .selective, .wrongLength, .wrongIndex,
            .staleGeneration, .badLeafList, .slowDrip, .haveLiar, .replay, .reflection, .badMouth,
            .sybilReporter, .copycatReporter:
            break
        }
    }

    private func askLeaves(_ remote: PeerID) {
        let segment = media.segments[0]
        say(.leavesRequest(LeavesRequest(segment: media.id(segment), root: nil)), remote)
    }

    private func ask(_ segment: SharedMedia.Segment, _ run: ChunkRun, _ remote: PeerID) {
        say(
            .request(ChunkRequest(segment: media.id(segment), run: run, deadlineMs: 1_000)), remote)
    }

    private func answer(_ message: PeerMessage, _ remote: PeerID) {
        switch message {
        case .leavesRequest(let request): giveLeaves(of: request.segment, remote)
        case .request(let request): giveChunks(request, remote)
        case .ping(let number): say(.pong(number), remote)
        case .hello, .have, .inFlight, .evicted, .progress, .leaves, .data, .absent, .busy,
            .cancel, .pong, .goodbye:
            break
        }
        guard kind == .reflection else { return }
        // A head of a chunk is no message by itself.
        if case .data = message { return }
        say(message, remote)
    }

    private func giveLeaves(of id: SegmentID, _ remote: PeerID) {
        guard kind != .haveLiar, let segment = media.segment(id) else { return }
        var leaves = segment.leaves
        var attestation = media.attestation(of: segment, tracker)
        switch kind {
        case .badLeafList: leaves[0] = leaves[leaves.count - 1]
        case .staleGeneration:
            attestation = media.attestation(of: segment, tracker, isExpired: true)
        case .persistent, .onOff1, .onOff10, .onOff50, .selective, .wrongLength, .wrongIndex,
            .slowDrip, .haveLiar, .neverRead, .requestFlood, .replay, .reflection, .badMouth,
            .sybilReporter, .copycatReporter:
            break
        }
        for page in LeavesPage.pages(segment: id, attestation: attestation, leaves: leaves) {
            say(.leaves(page), remote)
        }
    }

    private func giveChunks(_ request: ChunkRequest, _ remote: PeerID) {
        switch kind {
        case .haveLiar: return
        case .slowDrip: drip(request.segment, request.run.chunks, remote)
        case .persistent, .onOff1, .onOff10, .onOff50, .selective, .wrongLength, .wrongIndex,
            .staleGeneration, .badLeafList, .neverRead, .requestFlood, .replay, .reflection,
            .badMouth, .sybilReporter, .copycatReporter:
            for chunk in request.run.chunks { give(request.segment, chunk, remote) }
        }
    }

    private func give(_ id: SegmentID, _ chunk: Int, _ remote: PeerID) {
        guard let segment = media.segment(id), chunk < segment.geometry.chunkCount else { return }
        var bytes = Array(segment.bytes[segment.geometry.bytes(ofChunk: chunk)])
        var index = chunk
        switch kind {
        case .persistent, .staleGeneration: bytes[0] ^= 1
        case .onOff1: spoil(&bytes, 0.01)
        case .onOff10: spoil(&bytes, 0.1)
        case .onOff50: spoil(&bytes, 0.5)
        case .selective: spoil(&bytes, remote.value.prefix64.isMultiple(of: 2) ? 1 : 0)
        case .wrongLength where Bool.random(using: &random): bytes.removeLast()
        case .wrongLength:
            bytes += repeatElement(0, count: ChunkGeometry.chunkSize + 1 - bytes.count)
        case .wrongIndex: index += 1
        case .badLeafList, .slowDrip, .haveLiar, .neverRead, .requestFlood, .replay, .reflection,
            .badMouth, .sybilReporter, .copycatReporter:
            break
        }
        let truth = segment.bytes[segment.geometry.bytes(ofChunk: chunk)]
        if index != chunk || !truth.elementsEqual(bytes) { spoiled += 1 }
        let record = ChunkHeader(segment: id, chunk: UInt32(index)).encode() + bytes
        channels[remote]?.send(record)
        if kind == .replay {
            spoiled += 1
            channels[remote]?.send(record)
        }
    }

    private func spoil(_ bytes: inout [UInt8], _ probability: Double) {
        if Double.random(in: 0..<1, using: &random) < probability { bytes[bytes.count / 2] ^= 1 }
    }

    /// A chunk every three seconds.
    private func drip(_ segment: SegmentID, _ chunks: Range<Int>, _ remote: PeerID) {
        guard let chunk = chunks.first else { return }
        let timer = LoopTimer(on: loop) { [weak self] in
            guard let self, channels[remote] != nil else { return }
            give(segment, chunk, remote)
            drip(segment, chunks.dropFirst(), remote)
        }
        timers.append(timer)
        timer.arm(at: loop.now + .seconds(3))
    }

    // MARK: - Records

    private static func peerMessage(_ record: UnsafeRawBufferPointer) -> PeerMessage? {
        do throws(WireError) {
            return try unsafe PeerMessage(
                decoding: record.assumingMemoryBound(to: UInt8.self).span)
        } catch {
            return nil
        }
    }
}
