import Foundation

/// One value as the configuration file has it, or a flag's text made into one.
package indirect enum ConfigurationValue: Hashable, Sendable {
    case null
    case flag(Bool)
    case number(Double)
    case text(String)
    case list([ConfigurationValue])
    case object([String: ConfigurationValue])

    /// What a person calls a value of this kind.
    var kind: String {
        switch self {
        case .null: "null"
        case .flag: "true or false"
        case .number: "a number"
        case .text: "a text"
        case .list: "a list"
        case .object: "an object"
        }
    }

    /// As JSON, in which objects have their keys in order.
    func written(indent: String = "") -> String {
        switch self {
        case .null: return "null"
        case .flag(let isSet): return isSet ? "true" : "false"
        case .number(let number):
            return Int(exactly: number).map(String.init) ?? String(number)
        case .text(let text): return Self.quoted(text)
        case .list(let values):
            return "[" + values.map { $0.written(indent: indent) }.joined(separator: ", ") + "]"
        case .object(let values):
            guard !values.isEmpty else { return "{}" }
            let inner = indent + "  "
            let lines = values.sorted { $0.key < $1.key }.map {
                "\(inner)\(Self.quoted($0.key)): \($0.value.written(indent: inner)),\n"
            }
            return "{\n" + lines.joined() + indent + "}"
        }
    }

    private static func quoted(_ text: String) -> String {
        var quoted = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"", "\\": quoted += "\\\(scalar)"
            case _ where scalar.value < 0x20:
                quoted += "\\u" + String(format: "%04x", scalar.value)
            default: quoted.unicodeScalars.append(scalar)
            }
        }
        return quoted + "\""
    }
}

extension ConfigurationValue: Decodable {
    package init(from decoder: any Decoder) throws {
        let single = try decoder.singleValueContainer()
        if single.decodeNil() {
            self = .null
        } else if let keyed = try Self.ifSo({ try decoder.container(keyedBy: AnyKey.self) }) {
            var values: [String: ConfigurationValue] = [:]
            for key in keyed.allKeys {
                values[key.stringValue] = try keyed.decode(ConfigurationValue.self, forKey: key)
            }
            self = .object(values)
        } else if var list = try Self.ifSo({ try decoder.unkeyedContainer() }) {
            var values: [ConfigurationValue] = []
            while !list.isAtEnd { values.append(try list.decode(ConfigurationValue.self)) }
            self = .list(values)
        } else if let isSet = try Self.ifSo({ try single.decode(Bool.self) }) {
            self = .flag(isSet)
        } else if let number = try Self.ifSo({ try single.decode(Double.self) }) {
            self = .number(number)
        } else {
            self = .text(try single.decode(String.self))
        }
    }

    /// Nil for a value of another kind.
    private static func ifSo<Value>(_ decode: () throws -> Value) throws -> Value? {
        do {
            return try decode()
        } catch DecodingError.typeMismatch {
            return nil
        }
    }

    private struct AnyKey: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }

        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }
}
