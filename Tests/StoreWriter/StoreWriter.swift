import Foundation
import Glibc
import Primitives
import Store
import StoreTestSupport

/// Writes items into a store, one after the other, until it is killed: `store-writer FOLDER SEED`.
///
/// Prints `synced NAME…` with those that are on the disk for sure. An item's bytes follow from its name.
/// With `--limit BYTES` no file may be longer; what fails is then printed, and it goes on.
@main
struct StoreWriter {
    static func main() throws {
        var arguments = CommandLine.arguments.dropFirst()
        guard let folder = arguments.popFirst(),
            let seed = arguments.popFirst().flatMap(UInt64.init)
        else { exit(64) }
        if arguments.popFirst() == "--limit", let limit = arguments.popFirst().flatMap(UInt.init) {
            signal(SIGXFSZ, SIG_IGN)
            var limits = rlimit(rlim_cur: limit, rlim_max: limit)
            guard unsafe setrlimit(__rlimit_resource_t(1), &limits) == 0 else { exit(71) }
        }
        let opened = try StoreFolder.open(folder)
        say("opened \(opened.rows.count)")
        var random = SeededRandom(seed: seed)
        var stored = opened.rows.map(\.name)
        while true {
            var written: [Bytes32] = []
            for _ in 0..<(1 + random.next() % 4) {
                let row = TestItem.row(&random)
                do throws(StoreFault) {
                    try opened.folder.write(row, TestItem.bytes(of: row))
                    written.append(row.name)
                } catch {
                    say("fault \(error)")
                }
            }
            if stored.count > 40 {
                say("removing \(stored.prefix(8).map(\.hex).joined(separator: " "))")
                try opened.folder.remove(Array(stored.prefix(8)))
                stored.removeFirst(8)
            }
            try opened.folder.sync()
            stored += written
            say("synced \(written.map(\.hex).joined(separator: " "))")
        }
    }

    /// A line that whoever kills the process can read at once.
    private static func say(_ line: String) {
        FileHandle.standardOutput.write(Data((line + "\n").utf8))
    }
}
