package import Primitives

extension TrackerMessage {
    /// Reads the message that fills `record`.
    package init(decoding record: Span<UInt8>) throws(WireError) {
        var reader = ByteReader(record)
        let byte = try reader.readUInt8()
        guard let type = TrackerMessageType(rawValue: byte) else { throw .unknownType(byte) }
        switch type {
        case .welcome: self = .welcome(try Welcome(from: &reader))
        case .swarmSecrets: self = .swarmSecrets(try SwarmSecrets(from: &reader))
        case .introductions: self = .introductions(try Introductions(from: &reader))
        case .slot: self = .slot(try SlotAssignment(from: &reader))
        case .attestation: self = .attestation(try Attestation(from: &reader))
        case .revocation: self = .revocation(try Revocation(from: &reader))
        case .policyChange: self = .policyChange(try ClientPolicy(from: &reader))
        case .retryAfter: self = .retryAfter(seconds: try reader.readUInt16())
        case .refused: self = .refused(try RefusalReason(from: &reader))
        case .authorization: self = .authorization(try Authorization(from: &reader))
        case .expelled: self = .expelled(try Expulsion(from: &reader))
        case .challenge: self = .challenge(try Challenge(from: &reader))
        }
        try reader.expectEnd()
    }

    /// The record's plaintext.
    package func encode() -> [UInt8] {
        var writer = ByteWriter(capacity: 256)
        writer.write(type.rawValue)
        switch self {
        case .welcome(let welcome): welcome.write(to: &writer)
        case .swarmSecrets(let secrets): secrets.write(to: &writer)
        case .introductions(let introductions): introductions.write(to: &writer)
        case .slot(let slot): slot.write(to: &writer)
        case .attestation(let attestation): attestation.write(to: &writer)
        case .revocation(let revocation): revocation.write(to: &writer)
        case .policyChange(let policy): policy.write(to: &writer)
        case .retryAfter(let seconds): writer.write(seconds)
        case .refused(let reason): writer.write(reason.rawValue)
        case .authorization(let authorization): authorization.write(to: &writer)
        case .expelled(let expulsion): expulsion.write(to: &writer)
        case .challenge(let challenge): challenge.write(to: &writer)
        }
        return writer.bytes
    }

    private var type: TrackerMessageType {
        switch self {
        case .welcome: .welcome
        case .swarmSecrets: .swarmSecrets
        case .introductions: .introductions
        case .slot: .slot
        case .attestation: .attestation
        case .revocation: .revocation
        case .policyChange: .policyChange
        case .retryAfter: .retryAfter
        case .refused: .refused
        case .authorization: .authorization
        case .expelled: .expelled
        case .challenge: .challenge
        }
    }
}
