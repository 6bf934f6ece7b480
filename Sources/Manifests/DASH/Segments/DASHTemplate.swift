/// A URL with variables in it, as `SegmentTemplate` has them (ISO 23009-1, 5.3.9.4.4).
struct DASHTemplate: Hashable, Sendable {
    enum Variable: Hashable {
        case number(Format)
        case time(Format)
    }

    /// How a number is written: zeros before it up to a width, in a base.
    struct Format: Hashable {
        var width = 0
        var radix = 10
        var isUppercase = false
    }

    private enum Piece: Hashable {
        case text(String)
        case variable(Variable)
    }

    private static let widest = 64
    private static let mostVariables = 8

    private let pieces: [Piece]

    /// Nil if a variable is unknown or the representation's own, or its format is, or a `$` has no other.
    init?(_ text: String) {
        var pieces: [Piece] = []
        var literal = ""
        var variables = 0
        let parts = text.split(separator: "$", omittingEmptySubsequences: false)
        guard parts.count % 2 == 1 else { return nil }
        for (index, part) in parts.enumerated() {
            if index % 2 == 0 {
                literal += part
                continue
            }
            let name = part.prefix { $0 != "%" }
            guard let format = Format(part.dropFirst(name.count)) else { return nil }
            switch name {
            case "": literal += "$"
            case "Number", "Time":
                variables += 1
                pieces.append(.text(literal))
                literal = ""
                pieces.append(.variable(name == "Number" ? .number(format) : .time(format)))
            case _: return nil
            }
        }
        guard variables <= Self.mostVariables else { return nil }
        self.pieces = pieces + [.text(literal)]
    }

    private init(pieces: [Piece]) { self.pieces = pieces }

    /// The text with the representation's own variables replaced, and everything else as it is.
    static func replacingOwn(in text: String, representation: String, bandwidth: Int?) -> String {
        let parts = text.split(separator: "$", omittingEmptySubsequences: false)
        guard parts.count % 2 == 1 else { return text }
        var replaced = ""
        for (index, part) in parts.enumerated() {
            let name = part.prefix { $0 != "%" }
            if index % 2 == 0 {
                replaced += part
            } else if name == "RepresentationID" {
                replaced += representation.replacing("$", with: "$$")
            } else if name == "Bandwidth", let bandwidth {
                let format = Format(part.dropFirst(name.count))
                guard let format else { return text }
                replaced += format.text(of: UInt64(clamping: bandwidth))
            } else {
                replaced += "$\(part)$"
            }
        }
        return replaced
    }

    var usesNumber: Bool {
        pieces.contains { if case .variable(.number) = $0 { true } else { false } }
    }

    var usesTime: Bool {
        pieces.contains { if case .variable(.time) = $0 { true } else { false } }
    }

    func expanded(number: UInt64, time: UInt64) -> String {
        var text = ""
        for piece in pieces {
            switch piece {
            case .text(let literal): text += literal
            case .variable(.number(let format)): text += format.text(of: number)
            case .variable(.time(let format)): text += format.text(of: time)
            }
        }
        return text
    }

    /// The same with the texts between the variables spelled otherwise.
    func mapping(_ change: (String) -> String) -> DASHTemplate {
        DASHTemplate(
            pieces: pieces.map { piece in
                if case .text(let literal) = piece { .text(change(literal)) } else { piece }
            })
    }

    /// What `text` may mean: values of the first variable that it could come from, likeliest first.
    ///
    /// Nothing if there is no variable; the caller expands what it finds, and compares.
    func candidates(in text: String) -> [(variable: Variable, value: UInt64)] {
        guard pieces.count > 1, case .text(let prefix) = pieces[0],
            case .variable(let variable) = pieces[1], text.utf8.starts(with: prefix.utf8)
        else { return [] }
        let format: Format
        switch variable {
        case .number(let its), .time(let its): format = its
        }
        let rest = text.utf8.dropFirst(prefix.utf8.count)
        let digits = rest.prefix(Self.widest + 20).prefix { format.isDigit($0) }
        var candidates: [(variable: Variable, value: UInt64)] = []
        for count in stride(from: digits.count, to: 0, by: -1) {
            let text = String(decoding: digits.prefix(count), as: UTF8.self)
            guard let value = UInt64(text, radix: format.radix) else { continue }
            candidates.append((variable, value))
        }
        return candidates
    }
}

extension DASHTemplate.Format {
    /// Reads `%0Nd` and the like, or nothing; nil for anything else.
    fileprivate init?(_ text: Substring) {
        guard !text.isEmpty else { return }
        guard text.hasPrefix("%"), let conversion = text.last else { return nil }
        switch conversion {
        case "d", "i", "u": break
        case "x": radix = 16
        case "X": (radix, isUppercase) = (16, true)
        case "o": radix = 8
        case _: return nil
        }
        let digits = text.dropFirst().dropLast()
        guard !digits.isEmpty else { return }
        guard digits.first == "0", digits.utf8.allSatisfy(\.isASCIIDigit), let width = Int(digits),
            width <= 64
        else { return nil }
        self.width = width
    }

    fileprivate func text(of number: UInt64) -> String {
        let digits = String(number, radix: radix, uppercase: isUppercase)
        return String(repeating: "0", count: max(0, width - digits.utf8.count)) + digits
    }

    fileprivate func isDigit(_ byte: UInt8) -> Bool {
        radix == 16 ? byte.hexDigitValue != nil : byte.isASCIIDigit
    }
}
