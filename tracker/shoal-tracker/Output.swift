import Foundation

/// What the tool says: results and log on standard output, problems on standard error.
enum Output {
    static func line(_ text: String) {
        write(text, to: .standardOutput)
    }

    static func error(_ text: String) {
        write(text, to: .standardError)
    }

    private static func write(_ text: String, to handle: FileHandle) {
        do {
            try handle.write(contentsOf: Data((text + "\n").utf8))
        } catch {
            // Whoever read it has gone; a tracker goes on without a log.
        }
    }
}
