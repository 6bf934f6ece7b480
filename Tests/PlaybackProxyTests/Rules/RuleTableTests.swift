import Foundation
import Testing

/// `Tests/Rules.md` says where each rule about players is tested; this says whether that is so.
@Suite struct RuleTableTests {
    private static let tests = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    private static let rules = (1...25).map { "R\($0)" } + (1...44).map { "B\($0)" }

    /// The suites that have a test of that name, by rule.
    private static func suites() throws -> [String: Set<String>] {
        var suites: [String: Set<String>] = [:]
        for path in try FileManager.default.subpathsOfDirectory(atPath: tests.path)
        where path.hasSuffix("Tests.swift") {
            let file = tests.appendingPathComponent(path)
            let names = try String(contentsOf: file, encoding: .utf8).split(separator: "`")
                .compactMap { $0.contains(": ") ? $0.split(separator: ": ").first : nil }
            for rule in names.flatMap({ ruleNames(String($0)) }) {
                suites[rule, default: []].insert(
                    file.deletingPathExtension().lastPathComponent)
            }
        }
        return suites
    }

    /// Those in the words before a colon: `R5, B44` or `B24 to B28`.
    private static func ruleNames(_ text: String) -> [String] {
        let words = text.split(whereSeparator: { " ,".contains($0) }).map(String.init)
        let named = words.filter(rules.contains)
        guard words.count == 3, words[1] == "to", named.count == 2,
            let first = rules.firstIndex(of: named[0]), let last = rules.firstIndex(of: named[1])
        else { return named }
        return Array(rules[first...last])
    }

    @Test func `each rule is tested where the table says`() throws {
        let suites = try Self.suites()
        let table = try String(
            contentsOf: Self.tests.appendingPathComponent("Rules.md"), encoding: .utf8)
        var listed: Set<String> = []
        for line in table.split(separator: "\n") where line.hasPrefix("| ") {
            let cells = line.split(separator: "|").map {
                $0.trimmingCharacters(in: .whitespaces)
            }
            guard cells.count == 3, Self.rules.contains(cells[0]) else { continue }
            listed.insert(cells[0])
            let named = Set(cells[2].components(separatedBy: ", "))
            #expect(named.isSubset(of: suites[cells[0], default: []]), "\(cells[0])")
        }
        #expect(listed == Set(Self.rules))
    }
}
