import Foundation
import Testing

/// `Tests/Attacks.md` says where each attack is tried; this says whether that is so.
@Suite struct AttackTableTests {
    @Test func `each attack is tried where the table says`() throws {
        let rows = try TestFiles.rows(of: "Tests/Attacks.md")
        #expect(rows.count > 50)
        for row in rows {
            try #require(row.count == 4, "\(row)")
            let word = row[2].trimmingCharacters(in: ["`"])
            let isTried = try TestFiles.text(row[1], in: ["Tests"]).contains(word)
            #expect(isTried, "\(row[0]): \(row[1]) has no \(word)")
            let test = try #require(TestFiles.named(row[3]).first)
            let suite = test.suite.isEmpty ? row[1] : test.suite
            let isThere = try TestFiles.text(suite, in: ["Tests"]).contains("func `\(test.name)`")
            #expect(isThere, "\(row[0]): \(suite) has no \(test.name)")
        }
    }
}
