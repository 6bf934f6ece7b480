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
        let tests: [(suite: String, name: String)]

        var testDescription: String { "\(limit): \(setting)" }
    }

    private static func rows() throws -> [Row] {
        try TestFiles.rows(of: "Tests/Limits.md").map { cells in
            try #require(cells.count == 5, "\(cells)")
            let counter = try #require(TestFiles.named(cells[3]).first)
            return Row(
                limit: cells[0], settingFile: cells[1],
                setting: cells[2].trimmingCharacters(in: ["`"]), counterFile: counter.suite,
                counter: counter.name, tests: TestFiles.named(cells[4]))
        }
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
            let text = try TestFiles.text(row.settingFile, in: ["Sources", "tracker"])
            let isSet = Self.sets(row.setting, text)
            #expect(isSet, "\(row.testDescription)")
        }
    }

    @Test func `each limit shows in a counter`() throws {
        for row in try Self.rows() {
            let text = try TestFiles.text(row.counterFile, in: ["Sources", "tracker"])
            let word = try Regex("\\b\(row.counter)\\b")
            let isThere = text.contains(word)
            #expect(isThere, "\(row.limit): \(row.counterFile)")
        }
    }

    @Test func `each limit is tested where the table says`() throws {
        for row in try Self.rows() {
            #expect(!row.tests.isEmpty)
            for (suite, test) in row.tests {
                let text = try TestFiles.text(suite, in: ["Tests"])
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
        let text = try TestFiles.text(file, in: ["Sources"])
        for match in text.matches(of: #/package var (\w+)[^{\n]* = /#) {
            let name = String(match.1)
            guard !exempt.contains(name) else { continue }
            #expect(listed.contains { $0.hasPrefix(name) }, "\(file).\(name)")
        }
    }
}
