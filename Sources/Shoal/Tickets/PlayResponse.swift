import Foundation

/// What a backend is asked.
struct PlayQuestion: Encodable {
    let filmId: String
    let episodeNo: Int
    let unionInfo: String
    let drmKek: String
}

/// What a backend answers, as it is written.
struct PlayResponse: Decodable {
    struct Ticket: Decodable {
        struct Subtitle: Decodable {
            let language: String
            let url: URL
        }

        let vid: String
        let playAuthToken: String
        let expiresAt: Date
        let subtitles: [Subtitle]?
    }

    struct Next: Decodable {
        let episodeNo: Int
        let ticket: Ticket
    }

    let ok: Bool
    let current: Ticket?
    let next: [Next]?
    let outcome: String?
}

extension PlaybackAnswer {
    init(_ response: PlayResponse) {
        guard response.ok, let current = response.current else {
            self = .refused(Outcome(response.outcome))
            return
        }
        let next = (response.next ?? []).map { ($0.episodeNo, PlaybackTicket($0.ticket)) }
        // Of two for the same episode the last counts.
        self = .ticket(
            PlaybackTicket(current), next: Dictionary(next) { _, last in last })
    }
}

extension PlaybackAnswer.Outcome {
    /// What is not known is broken, and so is an answer that does not say.
    fileprivate init(_ name: String?) {
        switch name {
        case "locked": self = .locked
        case "unavailable": self = .unavailable
        case "not_ready": self = .notReady
        case "busy": self = .busy
        default: self = .broken
        }
    }
}

extension PlaybackTicket {
    fileprivate init(_ ticket: PlayResponse.Ticket) {
        self.init(
            vid: ticket.vid, playAuthToken: ticket.playAuthToken, expires: ticket.expiresAt,
            subtitles: (ticket.subtitles ?? []).map {
                Subtitle(language: $0.language, url: $0.url)
            })
    }
}
