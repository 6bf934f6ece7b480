import Foundation
import Primitives

/// Tells on standard error how far a run is: a line that changes on a terminal, else one now and then.
struct Progress {
    private static let onTerminal = Duration.milliseconds(200)
    private static let elsewhere = Duration.seconds(30)

    private let name: String
    private let length: Duration
    private let started = ContinuousClock.now
    private let isTerminal = isatty(STDERR_FILENO) == 1
    private var told = ContinuousClock.now

    init(of name: String, length: Duration) {
        self.name = name
        self.length = length
    }

    var elapsed: Duration { ContinuousClock.now - started }

    mutating func reached(_ moment: Moment) {
        let now = ContinuousClock.now
        guard now - told >= (isTerminal ? Self.onTerminal : Self.elsewhere) else { return }
        told = now
        let done = moment - .start
        let share = min(1, done / length)
        let left = share > 0 ? (now - started) * ((1 - share) / share) : .zero
        let text = String(
            format: "%@: %.0f %%, %.0f of %.0f s, about %.0f s left", name, share * 100,
            done.inSeconds, length.inSeconds, left.inSeconds)
        Output.note(isTerminal ? "\r\u{1b}[2K\(text)" : "\(text)\n")
    }

    /// Leaves a terminal's line as it was.
    func end() {
        if isTerminal { Output.note("\r\u{1b}[2K") }
    }
}
