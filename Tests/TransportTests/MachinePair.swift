import Crypto
import Primitives
import Transport

/// Two machines of one swarm, or a client and its tracker, before their first byte.
struct MachinePair: ~Copyable {
    static let swarm = SwarmID(Bytes32(words: (5, 5, 5, 5)))
    static let secret = SwarmSecret(
        epoch: Epoch(3), secret: Redacted(Bytes32(words: (6, 6, 6, 6))))
    static let initiatorKeys = StaticKeyPair(secret: SecretBytes32(Bytes32(words: (1, 1, 1, 1))))
    static let responderKeys = StaticKeyPair(secret: SecretBytes32(Bytes32(words: (2, 2, 2, 2))))
    static let payload = Array("the ticket".utf8)

    var initiator: MachineSide
    var responder: MachineSide

    static func peers(
        payload: [UInt8] = payload, secret: SwarmSecret = secret,
        initiatorEphemeral: SecretBytes32 = SecretBytes32(),
        affords: @escaping @Sendable () -> Bool = { true },
        admit: @escaping @Sendable (ChannelRequest) -> Bool = { _ in true }
    ) -> MachinePair {
        let dial = PeerDial(
            local: initiatorKeys, remote: PeerID(responderKeys.publicKey), swarm: swarm,
            secret: secret, payload: payload)
        let callers = ChannelAcceptance.Callers.peers { swarm, epoch in
            swarm == Self.swarm && epoch == Self.secret.epoch ? Self.secret : nil
        }
        return MachinePair(
            .peer(dial), callers, ChannelLimits(), initiatorEphemeral, affords, admit)
    }

    static func clientAndTracker(
        initiatorEphemeral: SecretBytes32 = SecretBytes32(),
        limits: ChannelLimits = ChannelLimits()
    ) -> MachinePair {
        let dial = TrackerDial(
            local: initiatorKeys, trackerKey: responderKeys.publicKey, payload: payload)
        return MachinePair(
            .tracker(dial), .clients, limits, initiatorEphemeral, { true }, { _ in true })
    }

    /// With keys agreed.
    static func open() -> MachinePair {
        var pair = peers()
        pair.shakeHands()
        return pair
    }

    private init(
        _ dial: ChannelDial, _ callers: ChannelAcceptance.Callers,
        _ limits: ChannelLimits, _ initiatorEphemeral: SecretBytes32,
        _ affords: @escaping @Sendable () -> Bool,
        _ admit: @escaping @Sendable (ChannelRequest) -> Bool
    ) {
        initiator = MachineSide(
            ChannelMachine(
                dialling: dial, limits: limits, ephemeral: initiatorEphemeral, at: .start))
        responder = MachineSide(
            ChannelMachine(
                accepting: ChannelAcceptance(
                    local: Self.responderKeys, callers: callers, affords: affords, admit: admit),
                limits: limits, ephemeral: SecretBytes32(), at: .start))
    }

    mutating func shakeHands() {
        responder.receive(initiator.connect())
        initiator.receive(responder.takeOutgoing())
        responder.receive(initiator.takeOutgoing())
    }
}
