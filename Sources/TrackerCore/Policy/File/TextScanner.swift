/// Walks through a text, and knows in which line and column it is.
struct TextScanner {
    private let scalars: [Unicode.Scalar]
    private var position = 0
    private var line = 1
    private var column = 1

    init(_ text: String) {
        scalars = Array(text.unicodeScalars)
    }

    var isAtEnd: Bool { position == scalars.count }

    var next: Unicode.Scalar? { isAtEnd ? nil : scalars[position] }

    var place: TextPlace { TextPlace(line: line, column: column) }

    func error(_ problem: String) -> PolicyFileError {
        PolicyFileError(place: place, problem: problem)
    }

    /// Goes on if this is what comes next.
    mutating func take(_ scalar: Unicode.Scalar) -> Bool {
        guard next == scalar else { return false }
        _ = advance()
        return true
    }

    /// Passes white space and comments.
    mutating func skipSpace() throws(PolicyFileError) {
        while let scalar = next {
            if scalar.properties.isWhitespace || scalar == "\u{feff}" {
                _ = advance()
            } else if scalar == "/" {
                try skipComment()
            } else {
                return
            }
        }
    }

    /// Takes what a name, a number or a keyword can be of; it may be nothing.
    mutating func word() -> String {
        var word = String.UnicodeScalarView()
        while let scalar = next, Self.isOfWord(scalar) { word.append(advance() ?? scalar) }
        return String(word)
    }

    /// Takes a text in the quotes that come next.
    mutating func quoted() throws(PolicyFileError) -> String {
        let start = place
        let quote = advance()
        var text = String.UnicodeScalarView()
        while let scalar = advance() {
            switch scalar {
            case quote: return String(text)
            case "\\": if let escaped = try escape() { text.append(escaped) }
            case "\n", "\r": throw PolicyFileError(place: start, problem: Self.unended)
            case _: text.append(scalar)
            }
        }
        throw PolicyFileError(place: start, problem: Self.unended)
    }

    private static let unended = "this text does not end on its line"

    /// What stands for the escape, or nil for a line that goes on.
    private mutating func escape() throws(PolicyFileError) -> Unicode.Scalar? {
        switch advance() {
        case "n": "\n"
        case "t": "\t"
        case "r": "\r"
        case "b": "\u{8}"
        case "f": "\u{c}"
        case "u": try hexadecimal()
        case "\n": nil
        case let scalar: scalar
        }
    }

    private mutating func hexadecimal() throws(PolicyFileError) -> Unicode.Scalar {
        let start = place
        var digits = String.UnicodeScalarView()
        for _ in 0..<4 { if let digit = advance() { digits.append(digit) } }
        guard let value = UInt32(String(digits), radix: 16), let scalar = Unicode.Scalar(value)
        else { throw PolicyFileError(place: start, problem: "four hexadecimal digits are missing") }
        return scalar
    }

    private mutating func skipComment() throws(PolicyFileError) {
        let start = place
        _ = advance()
        if take("/") {
            while let scalar = next, scalar != "\n" { _ = advance() }
        } else if take("*") {
            while let scalar = advance() { if scalar == "*", take("/") { return } }
            throw PolicyFileError(place: start, problem: "this comment does not end")
        } else {
            throw PolicyFileError(place: start, problem: "\"/\" is no value")
        }
    }

    private mutating func advance() -> Unicode.Scalar? {
        guard let scalar = next else { return nil }
        position += 1
        if scalar == "\n" {
            line += 1
            column = 1
        } else {
            column += 1
        }
        return scalar
    }

    private static func isOfWord(_ scalar: Unicode.Scalar) -> Bool {
        scalar.properties.isAlphabetic || ("0"..."9").contains(scalar)
            || ["_", "$", ".", "+", "-"].contains(scalar)
    }
}
