import Foundation

/// The run's words to the person who started it.
enum Output {
    /// Throws when nobody reads any more, for example in `shoal-swarm | head`.
    static func say(_ line: String) throws { try write(line + "\n") }

    static func write(_ text: String) throws {
        do {
            try FileHandle.standardOutput.write(contentsOf: Data(text.utf8))
        } catch {
            throw RunFailure("the output cannot be written: \(error.localizedDescription)")
        }
    }

    static func complain(_ text: String) {
        do {
            try FileHandle.standardError.write(contentsOf: Data("shoal-swarm: \(text)\n".utf8))
        } catch {
            // There is nobody left to tell.
        }
    }
}
