/// What a person watches: redrawn in place on a terminal, plain lines elsewhere.
struct LiveView {
    private static let plainInterval = 2.0

    private var drawnLines = 0
    private var saidAt = -Double.infinity

    /// Shows what `table` makes for a terminal of so many columns and rows, or now and then `line`.
    mutating func show(
        at seconds: Double, isLast: Bool, table: (_ columns: Int, _ rows: Int) -> [String],
        line: () -> String
    ) throws {
        if let terminal = Terminal.current {
            try draw(table(terminal.columns, terminal.rows))
        } else if isLast || seconds - saidAt >= Self.plainInterval {
            saidAt = seconds
            try Output.say(line())
        }
    }

    private mutating func draw(_ lines: [String]) throws {
        let back = drawnLines > 0 ? "\u{1b}[\(drawnLines)A" : ""
        try Output.write(back + lines.map { "\u{1b}[2K\($0)\n" }.joined())
        drawnLines = lines.count
    }
}

extension LiveView {
    mutating func show(_ moment: SwarmMoment, isLast: Bool = false) throws {
        try show(
            at: moment.seconds, isLast: isLast,
            table: { SwarmFrame.table(moment, columns: $0, rows: $1) },
            line: { SwarmFrame.line(moment) })
    }

    /// Shows what share of a work is done.
    mutating func show(_ work: String, share: Double, at seconds: Double) throws {
        let line = "\(work): \(Int(share * 100)) %"
        try show(at: seconds, isLast: share >= 1, table: { _, _ in [line] }, line: { line })
    }
}
