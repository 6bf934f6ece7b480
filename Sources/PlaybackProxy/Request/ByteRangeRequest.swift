/// The one range that a Range header asks for, before the body's length is known (RFC 9110, 14).
package enum ByteRangeRequest: Hashable, Sendable {
    /// The last byte is included and may lie past the end.
    case closed(first: Int, last: Int)
    case from(Int)
    case suffix(Int)

    /// Nil when the whole body is to be sent: no header, no bytes, several ranges, or not a range.
    package init?(header: String?) {
        guard let header, let equals = header.firstIndex(of: "="),
            header[..<equals].lowercased() == "bytes"
        else { return nil }
        let range = header[header.index(after: equals)...].drop { $0 == " " || $0 == "\t" }
        guard let dash = range.firstIndex(of: "-") else { return nil }
        let first = range[..<dash]
        let last = range[range.index(after: dash)...].prefix { $0 != " " && $0 != "\t" }
        guard range[last.endIndex...].allSatisfy({ $0 == " " || $0 == "\t" }) else { return nil }
        switch (first.isEmpty, last.isEmpty) {
        case (true, true):
            return nil
        case (true, false):
            guard let count = Self.number(last) else { return nil }
            self = .suffix(count)
        case (false, true):
            guard let first = Self.number(first) else { return nil }
            self = .from(first)
        case (false, false):
            guard let first = Self.number(first), let last = Self.number(last), first <= last
            else { return nil }
            self = .closed(first: first, last: last)
        }
    }

    /// The bytes to send of a body of that length; nil when there are none, which is a 416.
    package func resolved(against total: Int) -> Range<Int>? {
        switch self {
        case .closed(let first, let last):
            first < total ? first..<min(last, total - 1) + 1 : nil
        case .from(let first):
            first < total ? first..<total : nil
        case .suffix(let count):
            count > 0 && total > 0 ? max(0, total - count)..<total : nil
        }
    }

    /// Digits only; what no body can reach is as good as the largest number.
    private static func number(_ text: Substring) -> Int? {
        guard text.utf8.allSatisfy((UInt8(ascii: "0")...UInt8(ascii: "9")).contains) else {
            return nil
        }
        return Int(text) ?? .max
    }
}

/// The Content-Range of an answer to a range.
package enum ContentRange {
    package static func header(_ range: Range<Int>, of total: Int?) -> String {
        "bytes \(range.lowerBound)-\(range.upperBound - 1)/\(total.map(String.init) ?? "*")"
    }

    package static func unsatisfied(_ total: Int) -> String { "bytes */\(total)" }
}
