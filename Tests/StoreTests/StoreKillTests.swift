import Foundation
import Glibc
import IOTestSupport
import Primitives
import Store
import StoreTestSupport
import Testing

/// A process that writes is killed at random moments, and the folder opened after each.
///
/// SHOAL_KILLS says how often; `make kills` kills a hundred times.
@Suite(.timeLimit(.minutes(10))) struct StoreKillTests {
    private static let kills =
        ProcessInfo.processInfo.environment["SHOAL_KILLS"].flatMap(Int.init) ?? 6
    /// Beside the test bundle, wherever that was built.
    private static let writer =
        URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
        .deletingLastPathComponent().path + "/store-writer"

    /// What the killed process had said of its items.
    private struct Log {
        var synced: Set<String> = []
        var removed: Set<String> = []
        var lines = 0

        init(_ path: String) throws {
            let text = try String(contentsOfFile: path, encoding: .utf8)
            // What is behind the last end of line was never said.
            for line in text.split(separator: "\n", omittingEmptySubsequences: false).dropLast() {
                let words = line.split(separator: " ")
                lines += 1
                switch words.first {
                case "synced": synced.formUnion(words.dropFirst().map(String.init))
                case "removing": removed.formUnion(words.dropFirst().map(String.init))
                case "opened": break
                default: Issue.record("the writer said: \(line)")
                }
            }
        }
    }

    @Test func `after SIGKILL every byte is right and nothing that was synced is lost`() throws {
        let folder = try TestFolder()
        let log = folder.path + "/log"
        var random = SeededRandom(seed: 7)
        var kept: Set<String> = []
        var rounds = 0
        for round in 0..<Self.kills {
            let process = try ChildProcess(
                [Self.writer, folder.store, "\(round)"], log: log)
            // From its first steps on to the middle of a long run.
            usleep(UInt32(random.next() % (round % 3 == 0 ? 20_000 : 250_000)))
            process.kill()
            let said = try Log(log)
            rounds += said.lines
            let opened = try StoreFolder.open(folder.store)
            #expect(!opened.wasRebuilt)
            let found = Set(opened.rows.map(\.name.hex))
            kept = kept.union(said.synced).subtracting(said.removed)
            #expect(kept.isSubset(of: found), "kill \(round)")
            for row in opened.rows {
                #expect(try opened.folder.read(row) == TestItem.bytes(of: row), "kill \(round)")
            }
            // What was not synced may be there, and then it stays.
            kept = found
        }
        #expect(rounds > Self.kills, "the writer was hardly ever at work")
        print("kills \(Self.kills), lines \(rounds), items at the end \(kept.count)")
    }
}
