import Engine

/// Where what a player is given came from.
package enum AnswerSource: String, Hashable, Sendable {
    /// It was here when it was asked for.
    case store = "STORE"
    case peer = "PEER"
    case cdn = "CDN"
}

extension AnswerSource {
    init(_ source: SegmentSource) {
        self =
            switch source {
            case .disk: .store
            case .peers: .peer
            case .origin: .cdn
            }
    }
}
