import Engine
import Manifests
import Primitives

/// What the origin of a live stream has said a moment ago not to have.
///
/// Some players ask for the next segment thousands of times a second until it is there. They hear
/// what the origin said, and the origin hears of it as often as one may still be patient about.
struct MissingMedia {
    struct Answer: Hashable, Sendable {
        let status: Int
        let contentType: String?
        let body: [UInt8]

        /// Nil unless the status says that something is not there, or not yet.
        init?(status: Int, contentType: String?, body: [UInt8]) {
            guard status == 404 || status == 425 else { return nil }
            self.status = status
            self.contentType = contentType
            self.body = body
        }
    }

    private static let partOfSegment = 8
    private static let longest = Duration.milliseconds(250)
    private static let most = 64

    private var answers: [ResolvedURI: (answer: Answer, until: Moment)] = [:]
    /// For how long something stays missing; not at all where nothing is added to what there is.
    private var memory = Duration.zero

    /// A playlist says how long segments are, and whether there will be more.
    mutating func describe(_ track: TrackDescription) {
        let segment = track.isLive ? track.segments.last?.duration ?? .zero : .zero
        memory = min(segment / Self.partOfSegment, Self.longest)
        if memory == .zero { answers = [:] }
    }

    mutating func note(_ answer: Answer, at uri: ResolvedURI, at now: Moment) {
        guard memory > .zero else { return }
        if answers.count >= Self.most { answers = answers.filter { $0.value.until > now } }
        guard answers.count < Self.most else { return }
        answers[uri] = (answer, now + memory)
    }

    /// What to answer without asking the origin again.
    mutating func answer(for uri: ResolvedURI, at now: Moment) -> Answer? {
        guard let (answer, until) = answers[uri] else { return nil }
        if until > now { return answer }
        answers[uri] = nil
        return nil
    }
}
