import Foundation
import Testing

/// `Tests/Limits.md` says what bounds an attacker, where it shows and which tests prove it; this says whether that is so.
@Suite struct LimitTableTests {
    private struct Row: CustomTestStringConvertible, Sendable {
        let limit: String
        let settingFile: String
        let setting: String
        let counterFile: String
        let counter: String
        /// Suites with the names of tests.
        let tests: [(suite: String, test: String)]

        var testDescription: String { "\(limit): \(setting)" }
    }

    private static let root = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    private static func rows() throws -> [Row] {
        let table = try String(
            contentsOf: root.appendingPathComponent("Tests/Limits.md"), encoding: .utf8)
        return try table.split(separator: "\n").filter { $0.hasPrefix("| ") }.dropFirst().map {
            let cells = $0.dropFirst().dropLast().components(separatedBy: "|").map {
                $0.trimmingCharacters(in: .whitespaces)
            }
            try #require(cells.count == 5, "\($0)")
            let counter = try #require(named(cells[3]).first)
            return Row(
                limit: cells[0], settingFile: cells[1],
                setting: cells[2].trimmingCharacters(in: ["`"]), counterFile: counter.suite,
                counter: counter.test, tests: named(cells[4]))
        }
    }

    /// The pairs of a word and what stands in backquotes behind it.
    private static func named(_ cell: String) -> [(suite: String, test: String)] {
        let pieces = cell.components(separatedBy: "`")
        return stride(from: 0, to: pieces.count - 1, by: 2).map { index in
            (pieces[index].trimmingCharacters(in: [" ", ","]), pieces[index + 1])
        }
    }

    /// The text of the files of that name.
    private static func text(_ name: String, in folders: [String]) throws -> String {
        var texts: [String] = []
        for folder in folders {
            let folder = root.appendingPathComponent(folder)
            for path in try FileManager.default.subpathsOfDirectory(atPath: folder.path)
            where ("/" + path).hasSuffix("/\(name).swift") {
                texts.append(
                    try String(
                        contentsOf: folder.appendingPathComponent(path), encoding: .utf8))
            }
        }
        try #require(!texts.isEmpty, "\(name)")
        return texts.joined()
    }

    /// Whether a line of the text sets just that; the type of the variable is not looked at.
    private static func sets(_ setting: String, _ text: String) -> Bool {
        text.split(separator: "\n").contains { line in
            let plain = line.replacing(#/: (Int|UInt16|Int32|Duration|RateLimit)\?? =/#, with: " =")
            let wanted = setting.replacing(#/: (Int|UInt16|Int32) =/#, with: " =")
            guard let range = plain.range(of: wanted) else { return false }
            let before = plain[..<range.lowerBound].last
            let after = plain[range.upperBound...].first
            return before.map { " .(".contains($0) } ?? true
                && after.map { " ,)".contains($0) } ?? true
        }
    }

    @Test func `each limit has its default where the table says`() throws {
        for row in try Self.rows() {
            let text = try Self.text(row.settingFile, in: ["Sources", "tracker"])
            let isSet = Self.sets(row.setting, text)
            #expect(isSet, "\(row.testDescription)")
        }
    }

    @Test func `each limit shows in a counter`() throws {
        for row in try Self.rows() {
            let text = try Self.text(row.counterFile, in: ["Sources", "tracker"])
            let word = try Regex("\\b\(row.counter)\\b")
            let isThere = text.contains(word)
            #expect(isThere, "\(row.limit): \(row.counterFile)")
        }
    }

    @Test func `each limit is tested where the table says`() throws {
        for row in try Self.rows() {
            #expect(!row.tests.isEmpty)
            for (suite, test) in row.tests {
                let text = try Self.text(suite, in: ["Tests"])
                let isThere = text.contains("func `\(test)`")
                #expect(isThere, "\(row.limit): \(suite)")
            }
        }
    }

    /// Every number that these types hold is one that somebody could attack.
    @Test(arguments: [
        "AcceptLimits", "ChannelLimits", "DialBudget", "HandshakeBudget", "PeerLimits",
    ])
    func `no limit of these files is missing from the table`(file: String) throws {
        let listed = try Self.rows().filter { $0.settingFile == file }.map(\.setting)
        let exempt = ["linger", "handshakes", "descriptorPercent", "sharesOnlyUnderLoad"]
        let text = try Self.text(file, in: ["Sources"])
        for match in text.matches(of: #/package var (\w+)[^{\n]* = /#) {
            let name = String(match.1)
            guard !exempt.contains(name) else { continue }
            #expect(listed.contains { $0.hasPrefix(name) }, "\(file).\(name)")
        }
    }
}
