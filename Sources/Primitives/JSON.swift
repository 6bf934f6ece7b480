/// A value of a JSON document (RFC 8259), as decoders make it and encoders take it.
///
/// Whole numbers are exact up to 2^53, as every reader of JSON has them.
package indirect enum JSON: Hashable, Sendable {
    case null
    case flag(Bool)
    case number(Double)
    case text(String)
    case list([JSON])
    case object([String: JSON])

    package subscript(_ name: String) -> JSON? {
        get {
            guard case .object(let members) = self else { return nil }
            return members[name]
        }
        set {
            guard case .object(var members) = self else { return }
            members[name] = newValue
            self = .object(members)
        }
    }

    package var text: String? {
        guard case .text(let text) = self else { return nil }
        return text
    }

    package var members: [String: JSON] {
        guard case .object(let members) = self else { return [:] }
        return members
    }

    package var elements: [JSON] {
        guard case .list(let elements) = self else { return [] }
        return elements
    }
}

extension JSON: Codable {
    package init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
            self = .null
        } else if let flag = try container.value(Bool.self) {
            self = .flag(flag)
        } else if let number = try container.value(Double.self) {
            self = .number(number)
        } else if let text = try container.value(String.self) {
            self = .text(text)
        } else if let elements = try container.value([JSON].self) {
            self = .list(elements)
        } else {
            self = .object(try container.decode([String: JSON].self))
        }
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .null: try container.encodeNil()
        case .flag(let flag): try container.encode(flag)
        case .number(let number): try container.encode(number)
        case .text(let text): try container.encode(text)
        case .list(let elements): try container.encode(elements)
        case .object(let members): try container.encode(members)
        }
    }
}

extension SingleValueDecodingContainer {
    /// Nil for what is of another type.
    fileprivate func value<Value: Decodable>(_ type: Value.Type) throws -> Value? {
        do {
            return try decode(type)
        } catch DecodingError.typeMismatch {
            return nil
        }
    }
}
