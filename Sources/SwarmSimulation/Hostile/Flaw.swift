import PeerWire
import Primitives

/// What is wrong with a chunk that a hostile viewer sends.
///
/// It depends on who sends what to whom alone, so that both ends of a connection agree on it.
enum Flaw: Sendable {
    case none
    /// Its bytes, or their number, are not those of the leaf.
    case bytes
    /// It fills more than a record may hold: the codec refuses it.
    case tooLong
    /// It is said to be the next one.
    case index

    /// The share of peers that a `selective` one chooses.
    private static let victims = 0.25

    init(
        of kind: HostileKind?, _ segment: SegmentNumber, chunk: Int, from sender: PeerID,
        to receiver: PeerID
    ) {
        let place = UInt64(segment) << 16 | UInt64(chunk)
        let lot = SeededRandom.fraction(
            place ^ sender.value.prefix64 ^ receiver.value.prefix64 << 1)
        switch kind {
        case .persistent, .staleGeneration: self = .bytes
        case .onOff1: self = lot < 0.01 ? .bytes : .none
        case .onOff10: self = lot < 0.1 ? .bytes : .none
        case .onOff50: self = lot < 0.5 ? .bytes : .none
        case .selective:
            let choice = SeededRandom.fraction(
                sender.value.prefix64 ^ receiver.value.prefix64 << 1)
            self = choice < Self.victims ? .bytes : .none
        case .wrongLength: self = lot < 0.5 ? .bytes : .tooLong
        case .wrongIndex: self = .index
        case .badLeafList, .slowDrip, .haveLiar, .neverRead, .requestFlood, .replay, .reflection,
            .badMouth, .sybilReporter, .copycatReporter, nil:
            self = .none
        }
    }
}
