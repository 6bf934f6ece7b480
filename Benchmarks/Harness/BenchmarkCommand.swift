/// What a benchmark executable was asked to do with its measurements.
enum BenchmarkCommand: Equatable {
    case show
    case check(path: String)
    case write(path: String)

    init(arguments: [String]) throws(UsageError) {
        switch Array(arguments.dropFirst()) {
        case []: self = .show
        case let words where words.count == 2 && words[0] == "--check":
            self = .check(path: words[1])
        case let words where words.count == 2 && words[0] == "--write":
            self = .write(path: words[1])
        default: throw UsageError()
        }
    }
}

struct UsageError: Error, CustomStringConvertible {
    var description: String { "usage: [--check FILE | --write FILE]" }
}
