import Foundation
import Primitives

/// A secret as a configuration names it: the text itself, or `@FILE` that holds it.
///
/// It is never printed: what is on a command line or in a report is seen by others.
package enum SecretText: Hashable, Sendable {
    case text(String)
    case file(String)

    /// What a file may hold at most.
    private static let longest = 64 << 10

    package init(_ text: String) {
        self = text.hasPrefix("@") ? .file(String(text.dropFirst())) : .text(text)
    }

    /// The secret, without the line end that an editor puts after it.
    package func reveal() throws(ConfigurationProblem) -> String {
        switch self {
        case .text(let text): return text
        case .file(let path):
            let data: Data?
            do {
                let file = try FileHandle(forReadingFrom: URL(fileURLWithPath: path))
                defer { file.closeFile() }
                data = try file.read(upToCount: Self.longest + 1)
            } catch {
                throw ConfigurationProblem("", "the file \(path) cannot be read")
            }
            guard let data, data.count <= Self.longest else {
                throw ConfigurationProblem("", "the file \(path) is empty or too long")
            }
            let text = String(decoding: data, as: UTF8.self)
                .trimmingCharacters(in: .whitespacesAndNewlines)
            guard !text.isEmpty else { throw ConfigurationProblem("", "the file \(path) is empty") }
            return text
        }
    }
}

extension ValueCodec where Value == SecretText {
    static let secret = ValueCodec.parsed(
        "a text, or @FILE",
        encode: { secret in
            switch secret {
            case .text: .text("(not shown)")
            case .file(let path): .text("@\(path)")
            }
        }
    ) { $0.isEmpty || $0 == "@" ? nil : SecretText($0) }
}
