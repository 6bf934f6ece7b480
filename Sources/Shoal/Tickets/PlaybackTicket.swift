public import Foundation

/// What a backend gives to one device for one episode: what to play, and the right to play it.
///
/// It is kept in memory alone, and no description shows its token.
public struct PlaybackTicket: Hashable, Sendable {
    /// Text that goes with an episode.
    public struct Subtitle: Hashable, Sendable {
        /// The language, as the backend names it.
        public let language: String
        /// Where the text is.
        public let url: URL

        /// Text in one language.
        public init(language: String, url: URL) {
            self.language = language
            self.url = url
        }
    }

    /// What is played.
    public let vid: String
    /// The right to play it, for this device alone.
    public let playAuthToken: String
    /// When that ends.
    public let expires: Date
    /// Empty where there are none yet, which is no error.
    public let subtitles: [Subtitle]

    /// A ticket with all that it has.
    public init(vid: String, playAuthToken: String, expires: Date, subtitles: [Subtitle] = []) {
        self.vid = vid
        self.playAuthToken = playAuthToken
        self.expires = expires
        self.subtitles = subtitles
    }

    /// Whether it has a minute or more left.
    func isFresh(at now: Date) -> Bool { expires.timeIntervalSince(now) >= 60 }
}

extension PlaybackTicket: CustomStringConvertible, CustomDebugStringConvertible,
    CustomReflectable
{
    public var description: String { "PlaybackTicket(\(vid))" }
    public var debugDescription: String { description }
    public var customMirror: Mirror { Mirror(self, children: ["vid": vid]) }
}
