/// Why the tool gives up, and how it says so.
enum SignError: Error, Hashable, Sendable {
    /// The system did not let it.
    case failed(String)
    /// A file does not hold what it should, or is missing from the tree.
    case badFile(String)
    /// The command line is wrong.
    case usage(String)

    var exitCode: Int32 {
        switch self {
        case .failed: 1
        case .badFile: 2
        case .usage: 64
        }
    }

    var message: String {
        switch self {
        case .failed(let problem), .badFile(let problem): problem
        case .usage(let problem): "\(problem); see shoal-sign --help"
        }
    }
}
