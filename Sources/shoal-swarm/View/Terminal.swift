import Foundation

/// The terminal that standard output may be.
struct Terminal {
    let columns: Int
    let rows: Int

    /// Nil if standard output is none, or one that cannot go back a line.
    static var current: Terminal? {
        guard isatty(STDOUT_FILENO) == 1,
            ProcessInfo.processInfo.environment["TERM"].map({ $0 != "dumb" }) ?? false
        else { return nil }
        var size = winsize()
        let isKnown = unsafe ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col > 0
        guard isKnown else { return Terminal(columns: 80, rows: 24) }
        return Terminal(columns: Int(size.ws_col), rows: Int(size.ws_row))
    }
}
