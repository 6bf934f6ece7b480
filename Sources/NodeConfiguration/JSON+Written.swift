import Foundation
import Primitives

extension JSON {
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

    /// On one line, with keys in their order.
    var written: String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        // A file may have them: JSON5 has words for what JSON cannot say.
        encoder.nonConformingFloatEncodingStrategy = .convertToString(
            positiveInfinity: "Infinity", negativeInfinity: "-Infinity", nan: "NaN")
        do {
            return String(decoding: try encoder.encode(self), as: UTF8.self)
        } catch {
            return kind
        }
    }
}
