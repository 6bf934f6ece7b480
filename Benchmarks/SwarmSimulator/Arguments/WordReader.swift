/// Takes the words of a command line one after the other.
struct WordReader {
    /// What is wrong with them, for the person who wrote them.
    struct Problem: Error, Equatable {
        let description: String

        init(_ description: String) {
            self.description = description
        }
    }

    private var rest: ArraySlice<String>

    init(_ words: [String]) {
        rest = words[...]
    }

    mutating func next() -> String? { rest.popFirst() }

    mutating func value(of option: String) throws(Problem) -> String {
        guard let value = rest.popFirst(), !value.hasPrefix("--") else {
            throw Problem("\(option) needs a value")
        }
        return value
    }

    mutating func number(
        of option: String, in range: ClosedRange<Double>
    ) throws(Problem) -> Double {
        try Self.number(try value(of: option), of: option, in: range)
    }

    mutating func whole(of option: String, in range: ClosedRange<Int>) throws(Problem) -> Int {
        let word = try value(of: option)
        guard let number = Int(word), range.contains(number) else {
            throw Problem(
                "\(option) needs a whole number from \(range.lowerBound)"
                    + " to \(range.upperBound), not \(word)")
        }
        return number
    }

    static func number(
        _ word: some StringProtocol, of option: String, in range: ClosedRange<Double>
    ) throws(Problem) -> Double {
        guard let number = Double(word), range.contains(number) else {
            let (least, most) = (range.lowerBound, range.upperBound)
            throw Problem(
                "\(option) needs a number from \(NumberText.short(least))"
                    + " to \(NumberText.short(most)), not \(word)")
        }
        return number
    }
}
