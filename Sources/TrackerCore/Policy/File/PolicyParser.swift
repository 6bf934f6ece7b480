/// Reads JSON5, and says of a mistake where it is: Foundation's decoder does not.
struct PolicyParser {
    /// Deeper than any policy.
    private static let deepest = 8

    private var scanner: TextScanner
    private var depth = 0

    static func parse(_ text: String) throws(PolicyFileError) -> PolicyNode {
        var parser = PolicyParser(scanner: TextScanner(text))
        try parser.scanner.skipSpace()
        let node = try parser.value()
        try parser.scanner.skipSpace()
        guard parser.scanner.isAtEnd else {
            throw parser.scanner.error("there is something after the end of the policy")
        }
        return node
    }

    private mutating func value() throws(PolicyFileError) -> PolicyNode {
        let place = scanner.place
        switch scanner.next {
        case "{": return PolicyNode(place: place, value: .object(try object()))
        case "[": return PolicyNode(place: place, value: .list(try list()))
        case "\"", "'": return PolicyNode(place: place, value: .text(try scanner.quoted()))
        case nil: throw scanner.error("the policy ends where a value should be")
        case .some: return PolicyNode(place: place, value: try word())
        }
    }

    private mutating func object() throws(PolicyFileError) -> [PolicyNode.Member] {
        var members: [PolicyNode.Member] = []
        try enter("{")
        while try !leaves("}") {
            let place = scanner.place
            let key = try key()
            guard !members.contains(where: { $0.key == key }) else {
                throw PolicyFileError(place: place, problem: "\(key) is there twice")
            }
            try scanner.skipSpace()
            guard scanner.take(":") else { throw scanner.error("a colon is missing after \(key)") }
            try scanner.skipSpace()
            members.append(PolicyNode.Member(key: key, place: place, node: try value()))
            try endOfElement(before: "}")
        }
        return members
    }

    private mutating func list() throws(PolicyFileError) -> [PolicyNode] {
        var elements: [PolicyNode] = []
        try enter("[")
        while try !leaves("]") {
            elements.append(try value())
            try endOfElement(before: "]")
        }
        return elements
    }

    private mutating func enter(_ bracket: Unicode.Scalar) throws(PolicyFileError) {
        depth += 1
        guard depth <= Self.deepest else { throw scanner.error("this is nested too deeply") }
        _ = scanner.take(bracket)
        try scanner.skipSpace()
    }

    private mutating func leaves(_ bracket: Unicode.Scalar) throws(PolicyFileError) -> Bool {
        guard !scanner.isAtEnd else {
            throw scanner.error("a \"\(bracket)\" is missing at the end")
        }
        guard scanner.take(bracket) else { return false }
        depth -= 1
        return true
    }

    private mutating func endOfElement(
        before bracket: Unicode.Scalar
    ) throws(PolicyFileError) {
        try scanner.skipSpace()
        if scanner.take(",") {
            try scanner.skipSpace()
        } else if scanner.next != bracket {
            throw scanner.error("a comma or a \"\(bracket)\" is missing here")
        }
    }

    private mutating func key() throws(PolicyFileError) -> String {
        if scanner.next == "\"" || scanner.next == "'" { return try scanner.quoted() }
        let name = scanner.word()
        guard let first = name.unicodeScalars.first, !("0"..."9").contains(first) else {
            throw scanner.error("a name is missing here")
        }
        return name
    }

    private mutating func word() throws(PolicyFileError) -> PolicyNode.Value {
        let place = scanner.place
        let word = scanner.word()
        switch word {
        case "null": return .null
        case "true": return .flag(true)
        case "false": return .flag(false)
        default: break
        }
        guard let number = Self.number(word) else {
            let problem = word.isEmpty ? "a value is missing here" : "\"\(word)\" is no value"
            throw PolicyFileError(place: place, problem: problem)
        }
        return .number(number)
    }

    private static func number(_ word: String) -> Double? {
        let digits = word.hasPrefix("+") || word.hasPrefix("-") ? word.dropFirst() : word[...]
        guard let first = digits.first, first.isNumber || first == "." else { return nil }
        if digits.hasPrefix("0x") || digits.hasPrefix("0X") {
            guard let value = UInt32(digits.dropFirst(2), radix: 16) else { return nil }
            return word.hasPrefix("-") ? -Double(value) : Double(value)
        }
        guard let number = Double(word), number.isFinite else { return nil }
        return number
    }
}
