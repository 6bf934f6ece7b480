/// What the command line asks for.
struct Options: Equatable {
    var grid = Grid.full
    var printsJSON = false
    /// A file of limits to hold the figures to.
    var limits: String?

    static let help = """
        usage: SchedulerBenchmark [--grid quick|full|PEERSxSEGMENTS] [--json] [--check FILE]

        Gives the schedule the inputs of a film and of a live channel, and measures each decision:
        peers 8 to 512, windows of 30 to 3,000 segments, all of them wanted. The inputs are the
        same each time.

          --grid WHICH  full: all cells, in some minutes (default)
                        quick: the corners, for CI
                        PEERSxSEGMENTS: one cell of each trace, for a profiler: 512x3000
          --json        print one JSON object instead of the tables
          --check FILE  fail where the figures pass the limits in FILE
          --help        this text

        Exit status: 0 done, 1 a limit was passed or a file could not be read, 2 wrong usage.

        Where the time goes, and an exact count of instructions:
          perf record .build/release/SchedulerBenchmark --grid 512x3000
          valgrind --tool=callgrind .build/release/SchedulerBenchmark --grid 8x30
        """

    /// Nil when only the help is asked for.
    init?(_ words: [String]) throws(UsageProblem) {
        var rest = words[...]
        while let word = rest.popFirst() {
            switch word {
            case "--grid": grid = try Self.grid(Self.value(of: word, in: &rest))
            case "--json": printsJSON = true
            case "--check": limits = try Self.value(of: word, in: &rest)
            case "--help": return nil
            default: throw UsageProblem("\(word) is unknown")
            }
        }
    }

    private static func value(
        of word: String, in rest: inout ArraySlice<String>
    ) throws(UsageProblem) -> String {
        guard let value = rest.popFirst() else { throw UsageProblem("\(word) needs a value") }
        return value
    }

    private static func grid(_ name: String) throws(UsageProblem) -> Grid {
        if name == "quick" { return .quick }
        if name == "full" { return .full }
        let sizes = name.split(separator: "x").map { Int($0) ?? 0 }
        guard sizes.count == 2, (1...10_000).contains(sizes[0]), (4...100_000).contains(sizes[1])
        else { throw UsageProblem("--grid needs quick, full or PEERSxSEGMENTS, not \(name)") }
        return .single(peers: sizes[0], window: sizes[1])
    }
}

/// Why the command line cannot be followed.
struct UsageProblem: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) {
        self.description = description
    }
}
