import Foundation

/// Where a process's diagnostics go, and the part of them that a person has to see.
struct LogFile: Sendable {
    private static let shownAtEachEnd = 8

    let handle: FileHandle
    private let url: URL

    init(_ url: URL) throws {
        self.url = url
        try Data().write(to: url)
        handle = try FileHandle(forWritingTo: url)
    }

    /// The beginning, where a crash says why, and the end, where a refusal does.
    func excerpt() -> [String] {
        do {
            let text = String(decoding: try Data(contentsOf: url), as: UTF8.self)
            return Self.excerpt(of: text)
        } catch {
            return ["(its log cannot be read: \(error))"]
        }
    }

    static func excerpt(of text: String) -> [String] {
        let lines = text.split(whereSeparator: \.isNewline).map(String.init)
        guard !lines.isEmpty else { return ["(it wrote nothing)"] }
        guard lines.count > 2 * shownAtEachEnd else { return lines }
        let left = lines.count - 2 * shownAtEachEnd
        return lines.prefix(shownAtEachEnd) + ["(\(left) lines left out)"]
            + lines.suffix(shownAtEachEnd)
    }
}
