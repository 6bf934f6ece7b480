import Foundation
import Primitives

/// What a flag takes.
enum FlagShape: Sendable {
    case one
    /// Nothing: to name it is to set it.
    case none
    /// One of several; the flag may be repeated.
    case each
}

/// How a setting's value is read from the file or from a flag, and written for a person to read.
struct ValueCodec<Value: Sendable>: Sendable {
    let shape: FlagShape
    /// Says why not, where it cannot be read.
    let decode: @Sendable (JSON) throws(ConfigurationProblem) -> Value
    let encode: @Sendable (Value) -> JSON
    /// A flag's text as the file would have it.
    let value: @Sendable (String) -> JSON

    init(
        shape: FlagShape = .one,
        value: @escaping @Sendable (String) -> JSON = { .text($0) },
        encode: @escaping @Sendable (Value) -> JSON,
        decode:
            @escaping @Sendable (JSON) throws(ConfigurationProblem) -> Value
    ) {
        self.shape = shape
        self.value = value
        self.encode = encode
        self.decode = decode
    }

    /// A text that means something, or a reason why it does not.
    static func parsed(
        _ example: String, encode: @escaping @Sendable (Value) -> JSON,
        _ parse: @escaping @Sendable (String) -> Value?
    ) -> ValueCodec {
        ValueCodec(encode: encode) { value throws(ConfigurationProblem) in
            guard case .text(let text) = value, let parsed = parse(text) else {
                throw .wanted(example, value)
            }
            return parsed
        }
    }

    var optional: ValueCodec<Value?> {
        ValueCodec<Value?>(shape: shape, value: value) {
            $0.map(encode) ?? .null
        } decode: { value throws(ConfigurationProblem) in
            if case .null = value { return nil }
            return try decode(value)
        }
    }

    var list: ValueCodec<[Value]> {
        ValueCodec<[Value]>(shape: .each, value: value) {
            .list($0.map(encode))
        } decode: { value throws(ConfigurationProblem) in
            guard case .list(let values) = value else { throw .wanted("a list", value) }
            var decoded: [Value] = []
            for value in values { decoded.append(try decode(value)) }
            return decoded
        }
    }
}

extension ConfigurationProblem {
    /// The key is put before it by whoever knows it.
    static func wanted(_ what: String, _ value: JSON) -> ConfigurationProblem {
        let given =
            switch value {
            case .text(let text): text.isEmpty ? "an empty text" : text
            case .number, .flag, .null: value.written
            case .list, .object: value.kind
            }
        return ConfigurationProblem("", "it has to be \(what), not \(given)")
    }
}

extension ValueCodec where Value == String {
    static let text = ValueCodec.parsed("a text", encode: { .text($0) }) { $0.isEmpty ? nil : $0 }
}

extension ValueCodec where Value == Bool {
    static let flag = ValueCodec(
        shape: .none,
        value: { ["true": .flag(true), "false": .flag(false)][$0] ?? .text($0) },
        encode: { .flag($0) },
        decode: { value throws(ConfigurationProblem) in
            guard case .flag(let isSet) = value else { throw .wanted("true or false", value) }
            return isSet
        })
}

extension ValueCodec where Value == Int {
    static func whole(_ range: ClosedRange<Int>) -> ValueCodec {
        ValueCodec(value: number, encode: { .number(Double($0)) }) {
            value throws(ConfigurationProblem) in
            guard case .number(let number) = value, let whole = Int(exactly: number),
                range.contains(whole)
            else {
                throw .wanted("a number from \(range.lowerBound) to \(range.upperBound)", value)
            }
            return whole
        }
    }

    /// Bytes; a bare number is so many times `unit`.
    static func size(unit: Int = 1) -> ValueCodec {
        amount("a size like 500MB or 2GiB", unit: unit, DataSize.bytes)
    }

    /// Bytes a second.
    static let rate = amount("a size like 20M or 2.5MB", unit: nil, DataSize.bytesPerSecond)

    private static func amount(
        _ example: String, unit: Int?, _ parse: @escaping @Sendable (String) -> Int?
    ) -> ValueCodec {
        ValueCodec(value: number, encode: { .text(DataSize.text($0)) }) {
            value throws(ConfigurationProblem) in
            let text =
                switch value {
                case .text(let text): text
                case .number: value.written
                case .null, .flag, .list, .object: ""
                }
            if let unit, let count = Int(text), (1...1_000_000).contains(count) {
                return count * unit
            }
            guard let size = parse(text) else { throw .wanted(example, value) }
            return size
        }
    }

    private static let number: @Sendable (String) -> JSON = { text in
        Int(text).map { .number(Double($0)) } ?? .text(text)
    }
}

extension ValueCodec where Value == Duration {
    /// Whole seconds.
    static func seconds(_ range: ClosedRange<Int>) -> ValueCodec {
        let whole = ValueCodec<Int>.whole(range)
        return ValueCodec(value: whole.value) {
            .number(Double($0.components.seconds))
        } decode: { value throws(ConfigurationProblem) in
            .seconds(try whole.decode(value))
        }
    }
}

extension ValueCodec where Value == URL {
    static let url = ValueCodec.parsed(
        "an http or https URL", encode: { .text($0.absoluteString) }
    ) { text in
        guard let url = URL(string: text), let scheme = url.scheme?.lowercased(),
            scheme == "http" || scheme == "https", url.host()?.isEmpty == false
        else { return nil }
        return url
    }
}

extension ValueCodec
where Value: CaseIterable & RawRepresentable<String>, Value.AllCases: Sendable {
    static var choice: ValueCodec {
        let known = Value.allCases.map(\.rawValue)
        return ValueCodec(encode: { .text($0.rawValue) }) { value throws(ConfigurationProblem) in
            guard case .text(let text) = value, let choice = Value(rawValue: text) else {
                throw .wanted("one of \(known.joined(separator: ", "))", value)
            }
            return choice
        }
    }
}
