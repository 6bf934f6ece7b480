import Crypto
import EventLoop
import Primitives
import Testing
import Transport

/// Conversations with two independent implementations, each in both roles.
@Suite(
    .serialized,
    .enabled(
        if: InteropScript.packagesAreHere,
        "python3 lacks noiseprotocol==0.3.1 or dissononce==0.34.3"),
    .timeLimit(.minutes(2)))
struct InteropTests {
    @Test(arguments: InteropScript.Library.allCases, InteropScript.Kind.allCases)
    func `another implementation calls us`(
        library: InteropScript.Library, kind: InteropScript.Kind
    ) async throws {
        try await isCalled(by: library, kind, messages: 1_200)
    }

    @Test(arguments: InteropScript.Library.allCases, InteropScript.Kind.allCases)
    func `we call another implementation`(
        library: InteropScript.Library, kind: InteropScript.Kind
    ) async throws {
        try await calls(library, kind, messages: 1_200)
    }

    @Test(arguments: InteropScript.Library.allCases, InteropScript.Kind.allCases)
    func `handshakes one after another are agreed on in both roles`(
        library: InteropScript.Library, kind: InteropScript.Kind
    ) async throws {
        let count = InteropScript.handshakes
        try await isCalled(by: library, kind, messages: 2, conversations: count)
        try await calls(library, kind, messages: 2, conversations: count)
    }

    @Test func `keys change at the same record as elsewhere`() async throws {
        let messages = Int(ChannelMachine.recordsPerKey) + 100
        try await isCalled(by: .noiseprotocol, .peer, messages: messages)
        try await calls(.noiseprotocol, .peer, messages: messages)
    }

    private func isCalled(
        by library: InteropScript.Library, _ kind: InteropScript.Kind, messages: Int,
        conversations: Int = 1
    ) async throws {
        try await ChannelFixture.run { fixture in
            let script = InteropScript()
            let record = ClosingRecord()
            let address = try await fixture.onLoop {
                try listen(script, kind, on: fixture.loop) { channel in
                    channel.setHandler { event in
                        switch event {
                        case .message(let bytes): unsafe channel.send(header: [], body: bytes)
                        case .closed(let reason): record.reasons.append(reason)
                        case .opened, .writable: break
                        }
                    }
                }
            }
            let python = try script.initiate(
                library, kind, port: address.port, messages: messages,
                conversations: conversations)
            try await fixture.until { record.reasons.count == conversations }
            #expect(python.exitStatus() == 0)
            try await fixture.onLoop {
                #expect(record.reasons.allSatisfy { $0 == .closedByRemote })
            }
        }
    }

    private func calls(
        _ library: InteropScript.Library, _ kind: InteropScript.Kind, messages: Int,
        conversations: Int = 1
    ) async throws {
        try await ChannelFixture.run { fixture in
            let script = InteropScript()
            let python = try script.respond(
                library, kind, messages: messages, conversations: conversations)
            let address = SocketAddress(ip: .loopback, port: try python.port())
            let record = ClosingRecord()
            for number in 1...conversations {
                try await fixture.onLoop {
                    converse(script, kind, with: address, messages, on: fixture.loop, record)
                }
                try await fixture.until { record.reasons.count == number }
            }
            #expect(python.exitStatus() == 0)
            try await fixture.onLoop {
                #expect(record.reasons.allSatisfy { $0 == .closedByUs })
            }
        }
    }

    /// Sends as many messages, up to a hundred ahead of what comes back, and closes.
    private func converse(
        _ script: InteropScript, _ kind: InteropScript.Kind, with address: SocketAddress,
        _ messages: Int, on loop: UVEventLoop, _ record: ClosingRecord
    ) {
        let echoes = Tally()
        record.channel = dial(script, kind, to: address, on: loop) { event in
            guard let channel = record.channel else { return }
            switch event {
            case .opened:
                for number in 0..<min(100, messages) { channel.send(content(number)) }
            case .message(let bytes):
                #expect(unsafe Array(bytes) == content(echoes.count))
                echoes.count += 1
                let next = echoes.count + 99
                if next < messages { channel.send(content(next)) }
                if echoes.count == messages { channel.close() }
            case .closed(let reason):
                record.reasons.append(reason)
            case .writable:
                break
            }
        }
    }

    private func listen(
        _ script: InteropScript, _ kind: InteropScript.Kind, on loop: UVEventLoop,
        onAccept: @escaping @Sendable (SecureChannel) -> Void
    ) throws -> SocketAddress {
        let address = SocketAddress(ip: .loopback, port: 0)
        let secret = SwarmSecret(epoch: script.epoch, secret: Redacted(script.secret))
        switch kind {
        case .peer:
            return try PeerListener(
                on: loop, address: address, local: script.keys,
                limits: AcceptLimits().onOneAddress,
                secret: { swarm, epoch in
                    swarm == script.swarm && epoch == script.epoch ? secret : nil
                },
                admit: { remote, _, payload in
                    remote.value == script.remoteKey && payload == InteropScript.ticket
                },
                onAccept: { channel, _ in onAccept(channel) }
            ).localAddress
        case .tracker:
            return try TrackerListener(
                on: loop, address: address, local: script.keys,
                limits: AcceptLimits.tracker.onOneAddress, channelLimits: ChannelLimits(),
                admit: { remote, payload, _ in
                    remote.value == script.remoteKey && payload == InteropScript.ticket
                },
                onAccept: { channel, _ in onAccept(channel) }
            ).localAddress
        }
    }

    private func dial(
        _ script: InteropScript, _ kind: InteropScript.Kind, to address: SocketAddress,
        on loop: UVEventLoop, onEvent: @escaping SecureChannel.Handler
    ) -> SecureChannel {
        switch kind {
        case .peer:
            let peer = PeerDial(
                local: script.keys, remote: PeerID(script.remoteKey), swarm: script.swarm,
                secret: SwarmSecret(epoch: script.epoch, secret: Redacted(script.secret)),
                payload: InteropScript.ticket)
            return .dial(peer, to: address, on: loop, onEvent: onEvent)
        case .tracker:
            let tracker = TrackerDial(
                local: script.keys, trackerKey: script.remoteKey, payload: InteropScript.ticket)
            return .dial(tracker, to: address, on: loop, onEvent: onEvent)
        }
    }

    /// Mostly short, sometimes as long as a message may be.
    private func content(_ number: Int) -> [UInt8] {
        let length = number % 1_000 == 7 ? 32 * 1_024 + 63 : number % 50 + 1
        return [UInt8](repeating: UInt8(number & 255), count: length)
    }
}

/// How channels ended, one after another; used on the loop's thread.
private final class ClosingRecord: @unchecked Sendable {
    var channel: SecureChannel?
    var reasons: [ChannelCloseReason] = []
}
