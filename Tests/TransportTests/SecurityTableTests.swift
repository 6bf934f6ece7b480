import Foundation
import Testing

/// `Tests/Security.md` says which tests show each promise; this says whether there are such tests.
@Suite struct SecurityTableTests {
    private struct Row {
        let number: Int
        /// Suites with the names of tests, and commands of the Makefile under `make`.
        let proofs: [(suite: String, name: String)]
    }

    private static func rows() throws -> [Row] {
        try TestFiles.rows(of: "Tests/Security.md").map { cells in
            try #require(cells.count == 4, "\(cells)")
            return Row(
                number: try #require(Int(cells[0]), "\(cells)"), proofs: TestFiles.named(cells[2]))
        }
    }

    @Test func `each requirement has its row`() throws {
        #expect(try Self.rows().map(\.number) == Array(1...39) + [45, 46])
    }

    @Test func `each promise is shown where the table says`() throws {
        let makefile = try String(
            contentsOf: TestFiles.root.appendingPathComponent("Makefile"), encoding: .utf8)
        for row in try Self.rows() {
            #expect(!row.proofs.isEmpty, "\(row.number)")
            for (suite, name) in row.proofs {
                let isThere =
                    suite == "make"
                    ? makefile.contains("\n\(name):\n")
                    : try TestFiles.text(suite, in: ["Tests"]).contains("func `\(name)`")
                #expect(isThere, "\(row.number): \(suite) \(name)")
            }
        }
    }
}
