/// Reads a JSON document once, byte by byte.
struct JSONReader {
    private static let deepest = 32

    private let source: [UInt8]
    private var position = 0

    init(_ source: [UInt8]) {
        self.source = source
    }

    /// Nil unless it is one value, with nothing but blanks around it.
    mutating func document() -> JSONNode? {
        guard let node = value(depth: 0) else { return nil }
        skipBlanks()
        return position == source.count ? node : nil
    }

    private mutating func value(depth: Int) -> JSONNode? {
        guard depth < Self.deepest else { return nil }
        skipBlanks()
        switch next {
        case UInt8(ascii: "{"): return object(depth: depth)
        case UInt8(ascii: "["): return array(depth: depth)
        case UInt8(ascii: "\""):
            let start = position
            return string().map { .string($0, range: start..<position) }
        case _: return word()
        }
    }

    private mutating func object(depth: Int) -> JSONNode? {
        let start = position
        var members: [JSONNode.Member] = []
        position += 1
        skipBlanks()
        if take(UInt8(ascii: "}")) { return .object([], range: start..<position) }
        repeat {
            skipBlanks()
            let nameStart = position
            guard next == UInt8(ascii: "\""), let name = string() else { return nil }
            let nameRange = nameStart..<position
            skipBlanks()
            guard take(UInt8(ascii: ":")), let value = value(depth: depth + 1) else { return nil }
            members.append(JSONNode.Member(name: name, nameRange: nameRange, value: value))
            skipBlanks()
        } while take(UInt8(ascii: ","))
        guard take(UInt8(ascii: "}")) else { return nil }
        return .object(members, range: start..<position)
    }

    private mutating func array(depth: Int) -> JSONNode? {
        var elements: [JSONNode] = []
        position += 1
        skipBlanks()
        if take(UInt8(ascii: "]")) { return .array([]) }
        repeat {
            guard let element = value(depth: depth + 1) else { return nil }
            elements.append(element)
            skipBlanks()
        } while take(UInt8(ascii: ","))
        return take(UInt8(ascii: "]")) ? .array(elements) : nil
    }

    /// Reads from one quote to past the other.
    private mutating func string() -> String? {
        position += 1
        var units: [UInt16] = []
        var bytes: [UInt8] = []
        func flushed() -> String {
            String(decoding: units, as: UTF16.self)
        }
        var text = ""
        while let byte = next {
            position += 1
            switch byte {
            case UInt8(ascii: "\""):
                return text + flushed() + String(decoding: bytes, as: UTF8.self)
            case UInt8(ascii: "\\"):
                text += String(decoding: bytes, as: UTF8.self)
                bytes = []
                guard let unit = escape() else { return nil }
                units.append(unit)
            case 0..<0x20:
                return nil
            case _:
                text += flushed()
                units = []
                bytes.append(byte)
            }
        }
        return nil
    }

    /// What stands after a backslash, as a unit of UTF-16.
    private mutating func escape() -> UInt16? {
        guard let byte = next else { return nil }
        position += 1
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return UInt16(byte)
        case UInt8(ascii: "b"): return 0x08
        case UInt8(ascii: "f"): return 0x0c
        case UInt8(ascii: "n"): return 0x0a
        case UInt8(ascii: "r"): return 0x0d
        case UInt8(ascii: "t"): return 0x09
        case UInt8(ascii: "u"):
            guard position + 4 <= source.count else { return nil }
            let digits = source[position..<position + 4]
            position += 4
            guard digits.allSatisfy({ $0.hexDigitValue != nil }) else { return nil }
            return UInt16(String(decoding: digits, as: UTF8.self), radix: 16)
        case _: return nil
        }
    }

    /// A number, `true`, `false` or `null`: nothing here looks at which.
    private mutating func word() -> JSONNode? {
        let start = position
        while let byte = next,
            byte.isASCIILetter || byte.isASCIIDigit || "+-.".utf8.contains(byte)
        {
            position += 1
        }
        return position > start ? .other : nil
    }

    private var next: UInt8? { position < source.count ? source[position] : nil }

    private mutating func take(_ byte: UInt8) -> Bool {
        guard next == byte else { return false }
        position += 1
        return true
    }

    private mutating func skipBlanks() {
        while let byte = next, byte == 0x20 || byte == 0x09 || byte == 0x0a || byte == 0x0d {
            position += 1
        }
    }
}
