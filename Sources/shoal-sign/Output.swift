import Foundation

/// What the tool says: results on standard output, progress and problems on standard error.
enum Output {
    static func line(_ text: String) { write(text, to: .standardOutput) }

    static func note(_ text: String) { write("shoal-sign: \(text)", to: .standardError) }

    private static func write(_ text: String, to handle: FileHandle) {
        do {
            try handle.write(contentsOf: Data((text + "\n").utf8))
        } catch {
            // Whoever read it has gone; the list is written all the same.
        }
    }
}
