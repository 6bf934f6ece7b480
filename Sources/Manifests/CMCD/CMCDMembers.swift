import Primitives

/// Reads the members of a structured-field dictionary (RFC 8941) or of a flat JSON object, one by one.
///
/// No input traps or is refused, and each byte is looked at a bounded number of times.
struct CMCDMembers {
    struct Member {
        let key: ArraySlice<UInt8>
        let value: Value
    }

    enum Value {
        case number(Double)
        /// Of a string its inside, with its escapes.
        case text(ArraySlice<UInt8>)
        case flag(Bool)
        /// Of a list the least number in it, if there is any.
        case list(least: Double?)
    }

    private let text: ArraySlice<UInt8>
    private var rest: ArraySlice<UInt8>

    init(_ text: ArraySlice<UInt8>) {
        self.text = text
        rest = text
    }

    mutating func next() -> Member? {
        while true {
            rest = rest.drop { $0.isBlank || ",{}".utf8.contains($0) }
            guard let first = rest.first else { return nil }
            let key = first == UInt8(ascii: "\"") ? takeString() : take { !$0.endsKey }
            skipBlanks()
            var value = Value.flag(true)
            if let mark = rest.first, mark == UInt8(ascii: "=") || mark == UInt8(ascii: ":") {
                rest.removeFirst()
                skipBlanks()
                value = takeValue()
            }
            skipToComma()
            if !key.isEmpty { return Member(key: key, value: value) }
        }
    }

    // MARK: - Values

    private mutating func takeValue() -> Value {
        switch rest.first {
        case UInt8(ascii: "\"")?:
            return .text(takeString())
        case UInt8(ascii: "(")?, UInt8(ascii: "[")?:
            return takeList()
        case UInt8(ascii: "?")?:
            return .flag(take { !$0.endsValue }.last == UInt8(ascii: "1"))
        case _:
            let token = take { !$0.endsValue }
            if let number = Self.number(token) { return .number(number) }
            if token.elementsEqual("true".utf8) { return .flag(true) }
            if token.elementsEqual("false".utf8) { return .flag(false) }
            return .text(token)
        }
    }

    /// The inside of a string, which an escaped quote does not end.
    private mutating func takeString() -> ArraySlice<UInt8> {
        rest.removeFirst()
        let start = rest.startIndex
        while let byte = rest.popFirst() {
            if byte == UInt8(ascii: "\"") { return text[start..<rest.startIndex - 1] }
            if byte == UInt8(ascii: "\\") { rest = rest.dropFirst() }
        }
        return text[start..<rest.startIndex]
    }

    private mutating func takeList() -> Value {
        rest.removeFirst()
        var least: Double?
        while let byte = rest.first {
            if byte == UInt8(ascii: ")") || byte == UInt8(ascii: "]") {
                rest.removeFirst()
                break
            }
            if byte.isBlank || byte == UInt8(ascii: ",") {
                rest.removeFirst()
            } else if byte == UInt8(ascii: "\"") {
                _ = takeString()
            } else if byte.endsValue {
                // A parameter of the item before: its name and value say nothing of the number.
                rest.removeFirst()
                _ = take { !$0.endsValue }
            } else if let number = Self.number(take { !$0.endsValue }) {
                least = min(number, least ?? number)
            }
        }
        return .list(least: least)
    }

    /// A decimal number and nothing else; however long it is, it does not overflow.
    private static func number(_ token: ArraySlice<UInt8>) -> Double? {
        var digits = token
        let isNegative = digits.first == UInt8(ascii: "-")
        if isNegative { digits.removeFirst() }
        guard !digits.isEmpty else { return nil }
        var value = 0.0
        var scale = 0.0
        for byte in digits {
            if byte == UInt8(ascii: "."), scale == 0 {
                scale = 1
            } else if byte.isASCIIDigit {
                let digit = Double(byte - UInt8(ascii: "0"))
                if scale == 0 {
                    value = min(value * 10 + digit, 1e15)
                } else {
                    scale /= 10
                    value += digit * scale
                }
            } else {
                return nil
            }
        }
        return isNegative ? -value : value
    }

    // MARK: - Bytes

    private mutating func take(while isPart: (UInt8) -> Bool) -> ArraySlice<UInt8> {
        let taken = rest.prefix(while: isPart)
        rest = rest[taken.endIndex...]
        return taken
    }

    private mutating func skipBlanks() { rest = rest.drop(while: \.isBlank) }

    /// Past parameters and whatever else is left of a member.
    private mutating func skipToComma() {
        while let byte = rest.first, byte != UInt8(ascii: ",") {
            if byte == UInt8(ascii: "\"") { _ = takeString() } else { rest.removeFirst() }
        }
    }
}

extension CMCDMembers.Value {
    /// A number that is not negative; a list counts by its least.
    var number: Double? {
        switch self {
        case .number(let number), .list(let number?): number >= 0 ? number : nil
        case .text, .flag, .list(nil): nil
        }
    }

    var milliseconds: Duration? { number.map { .clamped(seconds: $0 / 1_000) } }

    var text: ArraySlice<UInt8>? {
        switch self {
        case .text(let text): text
        case .number, .flag, .list: nil
        }
    }

    var flag: Bool? {
        switch self {
        case .flag(let flag): flag
        case .number, .text, .list: nil
        }
    }
}

extension UInt8 {
    fileprivate var endsKey: Bool { isBlank || "=:,;\"".utf8.contains(self) }

    fileprivate var endsValue: Bool { isBlank || ",;()[]{}\"".utf8.contains(self) }
}
