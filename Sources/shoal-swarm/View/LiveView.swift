import Foundation

/// The run as a person watches it: redrawn in place on a terminal, plain lines elsewhere.
struct LiveView {
    private static let plainInterval = 2.0

    private let isTerminal = isatty(STDOUT_FILENO) == 1
    private var drawnLines = 0
    private var saidAt = -Double.infinity

    /// Shows one moment of the run.
    mutating func show(_ moment: SwarmMoment) {
        if isTerminal {
            draw(Self.frame(moment))
        } else if moment.seconds - saidAt >= Self.plainInterval {
            saidAt = moment.seconds
            Output.say(Self.line(moment))
        }
    }

    private mutating func draw(_ lines: [String]) {
        let back = drawnLines > 0 ? "\u{1b}[\(drawnLines)A" : ""
        Output.write(back + lines.map { "\u{1b}[2K\($0)\n" }.joined())
        drawnLines = lines.count
    }

    /// A table with a line for each peer, and a bar.
    static func frame(_ moment: SwarmMoment) -> [String] {
        let header = "peer  state     position    buffer  from peers    from CDN          up  peers"
        let rows = moment.peers.map { peer in
            let report = peer.report
            return [
                column("\(peer.number)", 4), "  ", text(peer.state, 8),
                column(String(format: "%.1f s", report.position), 10),
                column(String(format: "%.1f s", report.buffer), 10),
                column(size(report.peerBytes), 12), column(size(report.cdnBytes), 12),
                column(size(report.uploaded), 12), column("\(report.peers)", 7),
            ].joined()
        }
        return [header] + rows + [bar(moment)]
    }

    /// The same in one line.
    static func line(_ moment: SwarmMoment) -> String {
        let states = moment.peers.map(\.state)
        let finished = states.count { $0 == "finished" }
        let stalls = moment.peers.reduce(0) { $0 + $1.report.stalls }
        return String(format: "%5.1f s  %3.0f %%", moment.seconds, moment.progress * 100)
            + "  viewers \(moment.peers.count)/\(moment.expected), finished \(finished)"
            + "  peers \(size(moment.peerBytes))  CDN \(size(moment.cdnBytes))"
            + String(format: "  offload %.3f", moment.offload) + "  stalls \(stalls)"
            + moment.notes.map { "  \($0)" }.joined()
    }

    private static func bar(_ moment: SwarmMoment) -> String {
        let width = 40
        let full = Int(moment.progress * Double(width))
        return "[" + String(repeating: "#", count: full)
            + String(repeating: ".", count: width - full)
            + String(format: "] %3.0f %%  offload %.3f", moment.progress * 100, moment.offload)
            + moment.notes.map { "  \($0)" }.joined()
    }

    static func size(_ bytes: Int) -> String {
        switch bytes {
        case ..<10_000: "\(bytes) B"
        case ..<10_000_000: String(format: "%.1f KB", Double(bytes) / 1e3)
        default: String(format: "%.1f MB", Double(bytes) / 1e6)
        }
    }

    private static func column(_ text: String, _ width: Int) -> String {
        String(repeating: " ", count: max(1, width - text.count)) + text
    }

    private static func text(_ text: String, _ width: Int) -> String {
        text + String(repeating: " ", count: max(1, width - text.count))
    }
}
