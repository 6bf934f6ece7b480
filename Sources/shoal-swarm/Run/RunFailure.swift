/// Why a run could not start or come to its end, as a sentence for the person who started it.
struct RunFailure: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) {
        self.description = description
    }

    /// With what the process that is to blame wrote.
    init(_ description: String, _ log: LogFile) {
        self.description = ([description + ":"] + log.excerpt().map { "  \($0)" })
            .joined(separator: "\n")
    }
}
