/// Why an event cannot be played or listed.
///
/// What the application's own backend threw is none of these: it comes as it is.
public struct EventError: Error, Hashable, Sendable {
    enum Code: Hashable, Sendable {
        case noToken
        case originStatus(Int)
        case notAPlaylist
        case originUnreachable
    }

    let code: Code

    /// The space has no token for the event's bucket and device, not even when its tokens were fetched anew.
    public static let noToken = EventError(code: .noToken)
    /// What the origin gave is no HLS playlist.
    public static let notAPlaylist = EventError(code: .notAPlaylist)
    /// The origin gave no answer.
    public static let originUnreachable = EventError(code: .originUnreachable)

    /// The origin's status, where that is what went wrong; 401 and 403 come after one fresh token.
    public var originStatus: Int? {
        if case .originStatus(let status) = code { status } else { nil }
    }

    /// A fixed name of the error without dynamic values, fit for a metric label.
    public var shortDescription: String {
        switch code {
        case .noToken: "noToken"
        case .originStatus: "originStatus"
        case .notAPlaylist: "notAPlaylist"
        case .originUnreachable: "originUnreachable"
        }
    }
}

extension EventError: CustomStringConvertible {
    public var description: String {
        switch code {
        case .noToken: "the space has no token for the event's bucket and device"
        case .originStatus(let status): "the origin has answered \(status)"
        case .notAPlaylist: "what the origin gave is no HLS playlist"
        case .originUnreachable: "the origin gave no answer"
        }
    }
}
