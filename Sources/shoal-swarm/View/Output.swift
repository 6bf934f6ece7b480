import Foundation

/// The run's words to the person who started it.
enum Output {
    static func say(_ line: String) { write(line + "\n") }

    static func write(_ text: String) {
        FileHandle.standardOutput.write(Data(text.utf8))
    }

    static func complain(_ text: String) {
        FileHandle.standardError.write(Data("shoal-swarm: \(text)\n".utf8))
    }
}
