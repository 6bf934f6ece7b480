import Foundation

/// JSON as backends speak it: names with underscores, dates of ISO 8601.
enum BackendJSON {
    static func text(of value: some Encodable) -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.keyEncodingStrategy = .convertToSnakeCase
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        do {
            return Array(try encoder.encode(value))
        } catch {
            preconditionFailure("texts and numbers are always JSON")
        }
    }

    /// Errors do not say what was read: that may be a token.
    static func read<Value: Decodable>(
        _ type: Value.Type, from bytes: [UInt8]
    ) throws(BackendError) -> Value {
        let decoder = JSONDecoder()
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        decoder.dateDecodingStrategy = .custom(date)
        do {
            return try decoder.decode(type, from: Data(bytes))
        } catch {
            throw .unreadable
        }
    }

    private static func date(_ decoder: any Decoder) throws -> Date {
        let text = try decoder.singleValueContainer().decode(String.self)
        for hasFractions in [true, false] {
            do {
                let style = Date.ISO8601FormatStyle(includingFractionalSeconds: hasFractions)
                return try Date(text, strategy: style)
            } catch {
                continue
            }
        }
        throw BackendError.unreadable
    }
}
