/// What the run knows of one viewer.
struct ViewerState: Sendable {
    enum Phase: String, Codable, Sendable {
        case starting, playing, stalled, finished, failed
        /// By the run, as a fault.
        case killed
        /// By itself.
        case died
        /// Given up by the run after far too long.
        case overdue
    }

    let number: Int
    let phase: Phase
    /// What went wrong, for a person to read.
    let problem: String?
    let report: ViewerReport
    /// Bytes of each media segment that it got whole, by what the origin calls the segment.
    var loaded: [String: Int] = [:]

    /// Whether nothing more is to be expected of it.
    var isOver: Bool {
        switch phase {
        case .starting, .playing, .stalled: false
        case .finished, .failed, .killed, .died, .overdue: true
        }
    }

    /// Whether it did what it was there for.
    var isGood: Bool {
        switch phase {
        case .finished, .killed: true
        case .starting, .playing, .stalled, .failed, .died, .overdue: false
        }
    }
}

extension ViewerState.Phase {
    init(_ phase: ViewerReport.Phase) {
        self =
            switch phase {
            case .starting: .starting
            case .playing: .playing
            case .stalled: .stalled
            case .finished: .finished
            case .failed: .failed
            }
    }
}
