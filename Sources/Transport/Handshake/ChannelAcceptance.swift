package import Crypto
package import Primitives

/// A responder's side of a handshake, before it has begun.
package struct ChannelAcceptance: Sendable {
    /// Whose channels are accepted, and how a peer's swarm is known.
    package enum Callers: Sendable {
        case peers(secret: @Sendable (SwarmID, Epoch) -> SwarmSecret?)
        case clients
    }

    let local: StaticKeyPair
    let callers: Callers
    /// Asked once, before the first multiplication and after all that is cheap.
    let affords: @Sendable () -> Bool
    /// Asked once, after message 1 has proven who calls.
    let admit: @Sendable (ChannelRequest) -> Bool

    package init(
        local: StaticKeyPair, callers: Callers, affords: @escaping @Sendable () -> Bool = { true },
        admit: @escaping @Sendable (ChannelRequest) -> Bool
    ) {
        self.local = local
        self.callers = callers
        self.affords = affords
        self.admit = admit
    }

    /// How long the opening is, as far as its beginning tells; nil if it cannot become one.
    func openingSize(_ beginning: UnsafeRawBufferPointer) -> Int? {
        guard beginning.count >= ChannelPreamble.kindEnd else { return ChannelPreamble.kindEnd }
        guard unsafe beginning[0] == ChannelPreamble.version,
            unsafe beginning[1] == kind.rawValue
        else { return nil }
        let lengthEnd = kind.preambleSize + HandshakeFormat.lengthSize
        guard beginning.count >= lengthEnd else { return lengthEnd }
        let length = unsafe Int(beginning[lengthEnd - 2]) << 8 | Int(beginning[lengthEnd - 1])
        guard length >= HandshakeFormat.shortestFirst, length <= HandshakeFormat.longestMessage
        else { return nil }
        return lengthEnd + length + kind.macSize
    }

    /// The answer to a whole opening; nil if it deserves none.
    ///
    /// The cheap checks come first: nothing is multiplied for who cannot mark message 1.
    func answer(_ opening: [UInt8], ephemeral: SecretBytes32) -> Answer? {
        do {
            let lengthEnd = kind.preambleSize + HandshakeFormat.lengthSize
            let prologue = Array(opening.prefix(kind.preambleSize))
            let message = Array(opening.dropFirst(lengthEnd).dropLast(kind.macSize))
            let mac = Array(opening.suffix(kind.macSize))
            let preamble = try ChannelPreamble(decoding: prologue.span)
            guard let pattern = pattern(for: preamble, message: message, mac: mac), affords()
            else { return nil }

            var handshake = NoiseHandshake.responder(
                pattern, prologue: prologue, local: local, ephemeral: ephemeral)
            let payload = try handshake.readMessage(message)
            guard
                let request = try request(
                    preamble, message: message, payload: payload, remote: handshake.remoteStatic),
                admit(request)
            else { return nil }
            let reply = try handshake.writeMessage(payload: [])
            return Answer(
                request: request, bytes: HandshakeFormat.framed(reply),
                ciphers: handshake.split())
        } catch {
            // What is wrong with a stranger's message is of no use to anybody.
            return nil
        }
    }

    private var kind: ChannelPreamble.Kind {
        switch callers {
        case .peers: .peer
        case .clients: .tracker
        }
    }

    private func pattern(
        for preamble: ChannelPreamble, message: [UInt8], mac: [UInt8]
    ) -> NoiseHandshake.Pattern? {
        switch (callers, preamble) {
        case (.peers(let secret), .peer(let swarm, let epoch)):
            guard let secret = secret(swarm, epoch),
                constantTimeEquals(mac, keyedMAC16(key: secret.mac1Key, message))
            else { return nil }
            return .ikpsk2(secret.handshakeKey)
        case (.clients, .tracker):
            return .ik
        case (.peers, .tracker), (.clients, .peer):
            return nil
        }
    }

    private func request(
        _ preamble: ChannelPreamble, message: [UInt8], payload: [UInt8], remote: Bytes32?
    ) throws(WireError) -> ChannelRequest? {
        guard let remote, let ephemeral = Bytes32(message.prefix(Bytes32.count))
        else { return nil }
        var reader = ByteReader(payload.span)
        let stamp = try reader.readUInt64()
        let swarm: SwarmID? =
            switch preamble {
            case .peer(let swarm, _): swarm
            case .tracker: nil
            }
        return ChannelRequest(
            swarm: swarm, remote: PeerID(remote), ephemeral: ephemeral, unixMilliseconds: stamp,
            payload: try reader.readBytes(reader.remaining))
    }
}

/// What a responder sends, and what it has agreed on by that.
struct Answer: ~Copyable {
    let request: ChannelRequest
    let bytes: [UInt8]
    let ciphers: CipherPair
}
