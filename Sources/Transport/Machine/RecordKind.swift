/// The first byte of each record's plaintext.
enum RecordKind: UInt8 {
    case message = 1
    /// The initiator's first record: it shows that message 1 was not somebody's replay.
    case confirm = 2
    /// Nothing follows.
    case close = 3

    static let size = 1
}
