import Foundation
import Testing

/// `Tests/Contract.md` says where each promise of the SDK is tested; this says whether that is so.
@Suite struct ContractTableTests {
    private static let tests = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    private static let promises =
        (1...17).map { "A\($0)" } + (1...7).map { "Tickets B\($0)" }
        + (1...4).map { "C\($0)" } + (1...5).map { "D\($0)" }

    /// The suites that have a test of that name, by promise.
    ///
    /// A B without a word before it is a bug report.
    private static func suites() throws -> [String: Set<String>] {
        var suites: [String: Set<String>] = [:]
        let name = #/func `((?:(?:Tickets )?[A-Z]\d+(?:, )?)+): /#
        for path in try FileManager.default.subpathsOfDirectory(atPath: tests.path)
        where path.hasSuffix("Tests.swift") {
            let file = tests.appendingPathComponent(path)
            for match in try String(contentsOf: file, encoding: .utf8).matches(of: name) {
                for promise in match.1.components(separatedBy: ", ") {
                    suites[promise, default: []].insert(
                        file.deletingPathExtension().lastPathComponent)
                }
            }
        }
        return suites.filter { promises.contains($0.key) }
    }

    @Test func `each promise is tested where the table says, and nowhere else`() throws {
        let table = try String(
            contentsOf: Self.tests.appendingPathComponent("Contract.md"), encoding: .utf8)
        var listed: [String: Set<String>] = [:]
        for line in table.split(separator: "\n")
        where line.starts(with: #/\| (Tickets )?[A-Z]\d/#) {
            let cells = line.split(separator: "|").map {
                $0.trimmingCharacters(in: .whitespaces)
            }
            try #require(cells.count == 3, "\(line)")
            listed[cells[0]] = Set(cells[2].components(separatedBy: ", "))
        }
        #expect(Set(listed.keys) == Set(Self.promises))
        #expect(listed == (try Self.suites()))
    }
}
