import Foundation

/// The tool's words to the person who started it.
enum Output {
    static func say(_ text: String) throws {
        try FileHandle.standardOutput.write(contentsOf: Data("\(text)\n".utf8))
    }

    static func complain(_ text: String) {
        note("SwarmSimulator: \(text)\n")
    }

    /// Writes as it is to standard error.
    static func note(_ text: String) {
        do {
            try FileHandle.standardError.write(contentsOf: Data(text.utf8))
        } catch {
            // There is nobody left to tell.
        }
    }
}
