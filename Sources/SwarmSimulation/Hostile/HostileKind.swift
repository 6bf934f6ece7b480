/// How a viewer harms the others, beside playing as they do.
package enum HostileKind: String, Hashable, Sendable, CaseIterable, Codable {
    // MARK: What it sends is wrong

    /// Every chunk.
    case persistent
    /// One chunk of a hundred, of ten, of two, and the others are right.
    case onOff1
    case onOff10
    case onOff50
    /// Every chunk to a quarter of its peers, and none to the others.
    case selective
    /// A byte is missing from a chunk, or it is longer than any may be.
    case wrongLength
    /// Chunks come under the number of their neighbour.
    case wrongIndex
    /// Leaves that were attested and have expired, and chunks of an earlier version of the media.
    case staleGeneration
    /// Leaves that do not add up to the attested root.
    case badLeafList

    // MARK: What it sends comes late, or never

    /// A chunk every few seconds.
    case slowDrip
    /// Announces every segment and answers nothing.
    case haveLiar

    // MARK: What it asks is too much

    /// Asks for all it hears of and reads none of it.
    case neverRead
    /// Asks for more at once than may be outstanding.
    case requestFlood

    // MARK: What it says is not its own

    /// Sends every chunk again.
    case replay
    /// Sends every request back to the one who made it.
    case reflection

    // MARK: What it tells the tracker is false

    /// Accuses every peer it has, though they did nothing.
    case badMouth
    /// One of many identities behind two networks, which all report the same false roots.
    case sybilReporter
    /// Reports as fetched by itself what a peer gave it.
    case copycatReporter

    /// Whether the chunks that it sends are its weapon, by what they are or by when they come; those of
    /// the others are an honest viewer's, of which some are of no use as well.
    var spoilsChunks: Bool {
        switch self {
        case .persistent, .onOff1, .onOff10, .onOff50, .selective, .wrongLength, .wrongIndex,
            .staleGeneration, .badLeafList, .slowDrip, .replay:
            true
        case .haveLiar, .neverRead, .requestFlood, .reflection, .badMouth, .sybilReporter,
            .copycatReporter:
            false
        }
    }
}
