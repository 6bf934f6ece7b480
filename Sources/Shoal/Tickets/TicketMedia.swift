public import Foundation

/// Where a ticket's media is, and what shows the origin that a viewer may have it.
///
/// No description of it shows the credential.
public struct TicketMedia: Sendable {
    /// An `http` or `https` URL.
    public var url: URL

    /// What goes with every request to the URL's site, or nil if that asks for nothing.
    ///
    /// When it expires, or the origin refuses it, the ticket is resolved once more under the running
    /// `playbackUrl`, and the player notices nothing.
    public var credential: OriginCredential?

    /// The parameter of the query that the credential's token goes into, if it has one.
    public var queryParameter: String?

    /// What else is known of the media; its `originCredentials` are the ticket's.
    public var options: P2PPlaybackOptions

    /// Media at a URL, with what is left out at its default.
    public init(
        url: URL, credential: OriginCredential? = nil, queryParameter: String? = nil,
        options: P2PPlaybackOptions = P2PPlaybackOptions()
    ) {
        self.url = url
        self.credential = credential
        self.queryParameter = queryParameter
        self.options = options
    }
}

extension TicketMedia: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// No URL: it may be a signed one.
    public var description: String { "TicketMedia(‹redacted›)" }
    public var debugDescription: String { description }
    public var customMirror: Mirror { Mirror(self, children: [:]) }
}
