/// How viewers come, as the command line says.
enum ArrivalChoice: Equatable {
    case poisson
    case flash(seconds: Double)
    case together
    case apart(seconds: Double)

    init(_ text: String) throws(WordReader.Problem) {
        let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        switch (parts[0], parts.count) {
        case ("poisson", 1): self = .poisson
        case ("together", 1): self = .together
        case ("flash", 2): self = .flash(seconds: try Self.seconds(parts[1]))
        case ("apart", 2): self = .apart(seconds: try Self.seconds(parts[1]))
        default:
            throw WordReader.Problem(
                "--arrivals needs poisson, flash:S, together or apart:S, not \(text)")
        }
    }

    private static func seconds(_ word: Substring) throws(WordReader.Problem) -> Double {
        try WordReader.number(word, of: "--arrivals", in: 0...86_400)
    }
}
