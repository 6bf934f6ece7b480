/// Finds out from the first bytes of a media file how long it plays.
///
/// Only what a glance can tell is read: where the file keeps it elsewhere, that place is named.
package enum PlayingTime {
    package enum Clue: Hashable, Sendable {
        case plays(Duration)
        /// The bytes from there on say more.
        case look(at: Int)
        /// Nothing of it is understood.
        case nothing
    }

    /// So many bytes at a place are enough.
    package static let glance = 1024
    /// Places that are looked at before a file is given up.
    package static let mostLooks = 4

    private static let longest = 1e6

    /// Reads `bytes`, which begin at `offset` of a file of `length` bytes.
    package static func clue(_ bytes: [UInt8], at offset: Int, ofFile length: Int) -> Clue {
        if let clue = MP4Glance.clue(bytes, at: offset, ofFile: length) { return clue }
        return MP3Glance.clue(bytes, at: offset, ofFile: length) ?? .nothing
    }

    /// Not a number, nothing, and what no file lasts, are no clue.
    static func plays(seconds: Double) -> Clue {
        seconds > 0 && seconds <= longest ? .plays(.seconds(seconds)) : .nothing
    }
}
