import Crypto
import EventLoop
import Primitives
import Testing
import Transport

@Suite(.timeLimit(.minutes(1))) struct SecureChannelTests {
    @Test func `peers talk over a socket and part in good order`() async throws {
        try await ChannelFixture.run { fixture in
            let (caller, called) = (ChannelRecord(), ChannelRecord())
            let listener = try await fixture.listen(
                admit: { remote, swarm, payload in
                    remote == PeerID(fixture.dialler.publicKey) && swarm == fixture.swarm
                        && payload == Array("ticket".utf8)
                },
                onAccept: { channel, _ in
                    called.channel = channel
                    channel.setHandler(
                        called.handler { event in
                            // Sends back what it gets.
                            if case .message(let bytes) = event {
                                unsafe channel.send(header: [9], body: bytes)
                            }
                        })
                })
            try await fixture.onLoop {
                caller.channel = .dial(
                    fixture.peerDial, to: listener.localAddress, on: fixture.loop,
                    onEvent: caller.handler { event in
                        switch event {
                        case .opened: caller.channel?.send([1, 2, 3])
                        case .message: caller.channel?.close()
                        case .writable, .closed: break
                        }
                    })
            }
            try await fixture.until { caller.reason != nil && called.reason != nil }
            try await fixture.onLoop {
                #expect(
                    caller.seen == [.opened, .message([9, 1, 2, 3]), .closed(.closedByUs)])
                #expect(
                    called.seen == [.opened, .message([1, 2, 3]), .closed(.closedByRemote)])
                #expect(called.channel?.isInitiator == false)
                #expect(called.channel?.remote == PeerID(fixture.dialler.publicKey))
                #expect(caller.channel?.remote == PeerID(fixture.host.publicKey))
                listener.close()
            }
            try await fixture.untilNothingIsOpen()
        }
    }

    @Test func `clients talk to their tracker`() async throws {
        try await ChannelFixture.run { fixture in
            let (client, served) = (ChannelRecord(), ChannelRecord())
            let listener = try await fixture.onLoop {
                try TrackerListener(
                    on: fixture.loop, address: SocketAddress(ip: .loopback, port: 0),
                    local: fixture.host,
                    admit: { remote, payload, address in
                        remote == PeerID(fixture.dialler.publicKey) && payload == [7]
                            && address.ip == .loopback
                    },
                    onAccept: { channel, _ in
                        channel.setHandler(served.handler())
                        channel.send([1])
                    })
            }
            try await fixture.onLoop {
                let dial = TrackerDial(
                    local: fixture.dialler, trackerKey: fixture.host.publicKey, payload: [7])
                client.channel = .dial(
                    dial, to: listener.localAddress, on: fixture.loop, onEvent: client.handler())
            }
            try await fixture.until { client.seen == [.opened, .message([1])] }
            try await fixture.onLoop {
                client.channel?.close()
                listener.close()
            }
            try await fixture.untilNothingIsOpen()
        }
    }

    @Test func `a connection that just ends is an error`() async throws {
        try await ChannelFixture.run { fixture in
            let called = ChannelRecord()
            let listener = try await fixture.listen(onAccept: { channel, _ in
                channel.setHandler(called.handler())
            })
            let script = try await ScriptedInitiator.start(fixture, to: listener.localAddress)
            try await fixture.until { called.seen == [.opened] }
            try await fixture.onLoop { script.connection?.close() }
            try await fixture.until { called.reason == .endWithoutClose }
        }
    }

    @Test func `a wrong secret is closed without a byte back`() async throws {
        try await ChannelFixture.run { fixture in
            let listener = try await fixture.listen(onAccept: { channel, _ in channel.close() })
            let caller = ChannelRecord()
            try await fixture.onLoop {
                let stranger = PeerDial(
                    local: fixture.dialler, remote: PeerID(fixture.host.publicKey),
                    swarm: fixture.swarm,
                    secret: SwarmSecret(epoch: Epoch(1), secret: Redacted(.zero)), payload: [])
                caller.channel = .dial(
                    stranger, to: listener.localAddress, on: fixture.loop,
                    onEvent: caller.handler())
            }
            try await fixture.until { caller.reason != nil }
            try await fixture.onLoop { #expect(caller.seen == [.closed(.handshakeRefused)]) }
        }
    }

    @Test func `a replayed opening is not answered`() async throws {
        try await ChannelFixture.run { fixture in
            let listener = try await fixture.listen(onAccept: { channel, _ in
                channel.setHandler { _ in }
            })
            let first = try await ScriptedInitiator.start(fixture, to: listener.localAddress)
            try await fixture.until { first.received > 0 }
            let second = try await ScriptedInitiator.start(
                fixture, to: listener.localAddress, opening: first.opening)
            try await fixture.until { second.hasEnded }
            try await fixture.onLoop { #expect(second.received == 0) }
        }
    }

    @Test(arguments: [-121_000, 121_000])
    func `an opening from another time is not answered`(offset: Int64) async throws {
        try await ChannelFixture.run { fixture in
            let listener = try await fixture.listen(onAccept: { channel, _ in channel.close() })
            let script = try await ScriptedInitiator.start(
                fixture, to: listener.localAddress, clockOffset: offset)
            try await fixture.until { script.hasEnded }
            try await fixture.onLoop { #expect(script.received == 0) }
        }
    }

    @Test func `a silent caller is hung up on in time`() async throws {
        try await ChannelFixture.run { fixture in
            var channelLimits = ChannelLimits()
            channelLimits.handshakeTime = .milliseconds(50)
            let listener = try await fixture.listen(
                channelLimits: channelLimits, onAccept: { channel, _ in channel.close() })
            let silent = try await ScriptedInitiator.start(
                fixture, to: listener.localAddress, opening: [])
            try await fixture.until { silent.hasEnded }
            try await fixture.onLoop {
                #expect(silent.received == 0)
                listener.close()
            }
            try await fixture.untilNothingIsOpen()
        }
    }

    @Test func `where there is room for one, who calls takes the place of who says nothing`()
        async throws
    {
        try await ChannelFixture.run { fixture in
            var limits = AcceptLimits().onOneAddress
            limits.pending = 1
            let accepted = ChannelRecord()
            let listener = try await fixture.listen(
                limits: limits,
                onAccept: { channel, _ in channel.setHandler(accepted.handler()) })
            let silent = try await ScriptedInitiator.start(
                fixture, to: listener.localAddress, opening: [])
            let caller = try await ScriptedInitiator.start(fixture, to: listener.localAddress)
            try await fixture.until { silent.hasEnded && accepted.seen == [.opened] }
            try await fixture.onLoop {
                #expect(silent.received == 0)
                #expect(listener.counters.displaced == 1 && listener.counters.refused.isEmpty)
                caller.connection?.close()
                listener.close()
            }
            try await fixture.untilNothingIsOpen()
        }
    }

    @Test func `where there is room for one channel, a second caller waits for the first to go`()
        async throws
    {
        try await ChannelFixture.run { fixture in
            var limits = AcceptLimits().onOneAddress
            limits.open = 1
            let accepted = ChannelRecord()
            let listener = try await fixture.listen(
                limits: limits,
                onAccept: { channel, _ in channel.setHandler(accepted.handler()) })
            let first = try await ScriptedInitiator.start(fixture, to: listener.localAddress)
            try await fixture.until { accepted.seen == [.opened] }
            let crowdedOut = try await ScriptedInitiator.start(fixture, to: listener.localAddress)
            try await fixture.until { crowdedOut.hasEnded }
            try await fixture.onLoop {
                #expect(crowdedOut.received == 0)
                first.connection?.close()
            }
            // The place is free once the listener has seen the first caller go.
            var next: ScriptedInitiator
            repeat {
                let caller = try await ScriptedInitiator.start(
                    fixture, to: listener.localAddress)
                try await fixture.until {
                    caller.hasEnded || accepted.seen.count { $0 == .opened } == 2
                }
                next = caller
            } while try await fixture.onLoop { accepted.seen.count { $0 == .opened } < 2 }
            try await fixture.onLoop { [next] in
                next.connection?.close()
                listener.close()
            }
            try await fixture.untilNothingIsOpen()
        }
    }

    @Test func `a call that nobody answers fails`() async throws {
        try await ChannelFixture.run { fixture in
            let caller = ChannelRecord()
            let listener = try await fixture.listen(onAccept: { channel, _ in channel.close() })
            try await fixture.onLoop {
                listener.close()
                caller.channel = .dial(
                    fixture.peerDial, to: listener.localAddress, on: fixture.loop,
                    onEvent: caller.handler())
            }
            try await fixture.until { caller.reason != nil }
            try await fixture.onLoop {
                #expect(caller.seen == [.closed(.connectionFailed(.connectionRefused))])
            }
            try await fixture.untilNothingIsOpen()
        }
    }

    @Test func `closing before the channel opened tells the owner once`() async throws {
        try await ChannelFixture.run { fixture in
            let caller = ChannelRecord()
            let listener = try await fixture.listen(onAccept: { channel, _ in channel.close() })
            try await fixture.onLoop {
                let channel = SecureChannel.dial(
                    fixture.peerDial, to: listener.localAddress, on: fixture.loop,
                    onEvent: caller.handler())
                channel.close()
                channel.close()
                #expect(caller.seen.isEmpty)
                listener.close()
            }
            try await fixture.until { caller.reason != nil }
            try await fixture.untilNothingIsOpen()
            try await fixture.onLoop { #expect(caller.seen == [.closed(.closedByUs)]) }
        }
    }

    @Test func `a reader that pauses gets every message, in order, when it resumes`() async throws {
        try await ChannelFixture.run { fixture in
            let (caller, called) = (ChannelRecord(), ChannelRecord())
            let listener = try await fixture.listen(onAccept: { channel, _ in
                called.channel = channel
                channel.setHandler(
                    called.handler { event in
                        // Pauses after each message.
                        if case .message = event { channel.pauseReading() }
                    })
            })
            let count = 200
            try await fixture.onLoop {
                caller.channel = .dial(
                    fixture.peerDial, to: listener.localAddress, on: fixture.loop,
                    onEvent: caller.handler { event in
                        guard case .opened = event else { return }
                        for number in 0..<count {
                            caller.channel?.send([UInt8](repeating: UInt8(number), count: 3_000))
                        }
                    })
            }
            for number in 0..<count {
                try await fixture.until { called.seen.count == number + 2 }
                try await fixture.onLoop {
                    #expect(
                        called.seen.last
                            == .message([UInt8](repeating: UInt8(number), count: 3_000)))
                    called.channel?.resumeReading()
                }
            }
            try await fixture.onLoop {
                caller.channel?.close()
                listener.close()
            }
            try await fixture.until { called.reason == .closedByRemote }
        }
    }

    @Test func `a channel paused before it opens opens, and holds its messages back`() async throws
    {
        try await ChannelFixture.run { fixture in
            let caller = ChannelRecord()
            let listener = try await fixture.listen(onAccept: { channel, _ in
                channel.setHandler { event in
                    if case .opened = event { channel.send([1]) }
                }
            })
            try await fixture.onLoop {
                caller.channel = .dial(
                    fixture.peerDial, to: listener.localAddress, on: fixture.loop,
                    onEvent: caller.handler())
                caller.channel?.pauseReading()
            }
            try await fixture.until { caller.seen == [.opened] }
            for _ in 0..<100 {
                try await fixture.onLoop { #expect(caller.seen == [.opened]) }
            }
            try await fixture.onLoop { caller.channel?.resumeReading() }
            try await fixture.until { caller.seen == [.opened, .message([1])] }
            try await fixture.onLoop {
                caller.channel?.close()
                listener.close()
            }
            try await fixture.untilNothingIsOpen()
        }
    }

    @Test func `a peer that reads nothing is hung up on`() async throws {
        try await ChannelFixture.run { fixture in
            var limits = ChannelLimits()
            limits.longestStall = .milliseconds(50)
            let called = ChannelRecord()
            let listener = try await fixture.listen(
                channelLimits: limits,
                onAccept: { channel, _ in
                    called.channel = channel
                    channel.setHandler(called.handler())
                })
            let script = try await ScriptedInitiator.start(fixture, to: listener.localAddress)
            try await fixture.until { called.seen == [.opened] }
            try await fixture.onLoop {
                script.connection?.pauseReading()
                let chunk = [UInt8](repeating: 1, count: 32_768)
                guard let channel = called.channel else { return }
                while channel.queuedBytes <= ChannelLimits().sendBuffer { channel.send(chunk) }
            }
            try await fixture.until { called.reason == .stalled }
            try await fixture.onLoop {
                #expect(called.channel?.queuedBytes == 0)
                called.channel?.send([1])
            }
        }
    }

    @Test func `an owner that heeds nothing is stopped before memory is`() async throws {
        try await ChannelFixture.run { fixture in
            let called = ChannelRecord()
            let listener = try await fixture.listen(onAccept: { channel, _ in
                called.channel = channel
                channel.setHandler(called.handler())
            })
            let script = try await ScriptedInitiator.start(fixture, to: listener.localAddress)
            try await fixture.until { called.seen == [.opened] }
            try await fixture.onLoop {
                script.connection?.pauseReading()
                let chunk = [UInt8](repeating: 1, count: 32_768)
                for _ in 0..<1_000 {
                    called.channel?.send(chunk)
                    #expect((called.channel?.queuedBytes ?? 0) <= 1_100_000)
                }
            }
            try await fixture.until { called.reason == .stalled }
        }
    }

    @Test func `a sender that waits for writable delivers everything`() async throws {
        try await ChannelFixture.run { fixture in
            let (caller, called) = (ChannelRecord(), ChannelRecord())
            let listener = try await fixture.listen(onAccept: { channel, _ in
                channel.setHandler(called.handler())
            })
            let total = 1_000
            try await fixture.onLoop {
                let sent = Tally()
                let chunk = [UInt8](repeating: 3, count: 32_768)
                caller.channel = .dial(
                    fixture.peerDial, to: listener.localAddress, on: fixture.loop,
                    onEvent: caller.handler { event in
                        switch event {
                        case .opened, .writable:
                            guard let channel = caller.channel else { return }
                            while sent.count < total,
                                channel.queuedBytes < ChannelLimits().sendBuffer
                            {
                                channel.send(chunk)
                                sent.count += 1
                            }
                            if sent.count == total { channel.close() }
                        case .message, .closed: break
                        }
                    })
            }
            try await fixture.until { called.reason != nil }
            try await fixture.onLoop {
                #expect(called.reason == .closedByRemote)
                #expect(called.seen.count == total + 2)
            }
        }
    }
}
