package import Primitives

/// Everything that a client says to its tracker; one message is one record of their channel.
///
/// A message is a type byte and the fields of its body, big-endian and without padding. No type here
/// can hold a URL, a header or a cookie, so that no origin secret can be sent to a tracker.
package enum ClientMessage: Hashable, Sendable {
    case announce(Announce)
    case digestReport(DigestReport)
    case complaint(Complaint)
    /// The client is no longer in the swarm.
    case leave(SwarmID)
    case statistics(Statistics)
    /// What lets the client into a swarm, where the tracker asks for that.
    case grant(GrantPresentation)
    /// Shows that the client has the bytes of which it reported the root.
    case challengeAnswer(ChallengeAnswer)
    /// A voice against an attestation.
    case dispute(Dispute)

    /// Reads the message that fills `record`.
    package init(decoding record: Span<UInt8>) throws(WireError) {
        var reader = ByteReader(record)
        let byte = try reader.readUInt8()
        guard let type = ClientMessageType(rawValue: byte) else { throw .unknownType(byte) }
        switch type {
        case .announce: self = .announce(try Announce(from: &reader))
        case .digestReport: self = .digestReport(try DigestReport(from: &reader))
        case .complaint: self = .complaint(try Complaint(from: &reader))
        case .leave: self = .leave(SwarmID(try reader.readBytes32()))
        case .statistics: self = .statistics(try Statistics(from: &reader))
        case .grant: self = .grant(try GrantPresentation(from: &reader))
        case .challengeAnswer: self = .challengeAnswer(try ChallengeAnswer(from: &reader))
        case .dispute: self = .dispute(try Dispute(from: &reader))
        }
        try reader.expectEnd()
    }

    /// The record's plaintext.
    package func encode() -> [UInt8] {
        var writer = ByteWriter(capacity: 128)
        writer.write(type.rawValue)
        switch self {
        case .announce(let announce): announce.write(to: &writer)
        case .digestReport(let report): report.write(to: &writer)
        case .complaint(let complaint): complaint.write(to: &writer)
        case .leave(let swarm): writer.write(swarm.value)
        case .statistics(let statistics): statistics.write(to: &writer)
        case .grant(let shown): shown.write(to: &writer)
        case .challengeAnswer(let answer): answer.write(to: &writer)
        case .dispute(let dispute): dispute.write(to: &writer)
        }
        return writer.bytes
    }

    private var type: ClientMessageType {
        switch self {
        case .announce: .announce
        case .digestReport: .digestReport
        case .complaint: .complaint
        case .leave: .leave
        case .statistics: .statistics
        case .grant: .grant
        case .challengeAnswer: .challengeAnswer
        case .dispute: .dispute
        }
    }
}

/// The first byte of a client's message; none is also a tracker's.
enum ClientMessageType: UInt8 {
    case announce = 1
    case digestReport = 2
    case complaint = 3
    case leave = 4
    case statistics = 5
    case grant = 6
    case challengeAnswer = 7
    case dispute = 8
}
