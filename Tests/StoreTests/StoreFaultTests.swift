import Foundation
import Glibc
import IOTestSupport
import Primitives
import Store
import StoreTestSupport
import Testing

/// Disks that are full, may not be written, or say other than what was written.
@Suite(.serialized, .timeLimit(.minutes(2))) struct StoreFaultTests {
    /// A small file system of its own, for as long as `body` runs.
    private func withSmallDisk(
        _ kibibytes: Int, _ body: (_ store: String, _ setReadOnly: () -> Void) throws -> Void
    ) throws {
        let folder = try TestFolder()
        let disk = folder.path + "/disk"
        #expect(unsafe mkdir(disk, 0o700) == 0)
        try #require(
            unsafe mount("tmpfs", disk, "tmpfs", 0, "size=\(kibibytes)k,mode=700") == 0)
        defer { #expect(unsafe umount2(disk, 0) == 0) }
        try body(disk + "/store") {
            #expect(unsafe mount(nil, disk, nil, UInt(MS_REMOUNT | MS_RDONLY), nil) == 0)
        }
    }

    @Test(.enabled(if: geteuid() == 0, "only root mounts a disk"))
    func `a disk filled to the last byte refuses what comes and gives what it has`() throws {
        try withSmallDisk(2_048) { store, _ in
            let opened = try StoreFolder.open(store)
            var random = SeededRandom(seed: 1)
            var stored: [StoreRow] = []
            var refused = 0
            for _ in 0..<400 where refused < 20 {
                let row = TestItem.row(&random)
                do throws(StoreFault) {
                    try opened.folder.write(row, TestItem.bytes(of: row))
                    stored.append(row)
                } catch {
                    #expect(error == .full)
                    refused += 1
                }
            }
            #expect(stored.count > 10)
            #expect(refused == 20)
            for row in stored { #expect(try opened.folder.read(row) == TestItem.bytes(of: row)) }
            // Room comes back with what is removed, as soon as the index can be written at all.
            let gone = stored.prefix(8).map(\.name)
            do throws(StoreFault) { try opened.folder.remove(gone) } catch {
                #expect(error == .full)
            }
            for row in stored.dropFirst(8) {
                #expect(try opened.folder.read(row) == TestItem.bytes(of: row))
            }
        }
    }

    @Test(.enabled(if: geteuid() == 0, "only root mounts a disk"))
    func `a disk that is read-only from the start is a fault`() throws {
        try withSmallDisk(4_096) { store, setReadOnly in
            _ = try StoreFolder.open(store).rows
            setReadOnly()
            #expect(throws: StoreFault.readOnly) { try StoreFolder.open(store) }
        }
    }

    @Test(.enabled(if: geteuid() == 0, "only root mounts a disk"))
    func `items that become read-only are read on, and nothing is stored beside them`() throws {
        let folder = try TestFolder()
        let rows = try folder.filled([50_000])
        let items = folder.store + "/items"
        let opened = try StoreFolder.open(folder.store)
        // A mount of its own, as no disk becomes read-only on which a file is open for writing.
        try #require(unsafe mount(items, items, nil, UInt(MS_BIND), nil) == 0)
        defer { #expect(unsafe umount2(items, 0) == 0) }
        let readOnly = UInt(MS_BIND) | UInt(MS_REMOUNT) | UInt(MS_RDONLY)
        try #require(unsafe mount(nil, items, nil, readOnly, nil) == 0)
        let row = TestItem.row(.zero, length: 100)
        #expect(throws: StoreFault.readOnly) {
            try opened.folder.write(row, TestItem.bytes(of: row))
        }
        #expect(try opened.folder.read(rows[0]) == TestItem.bytes(of: rows[0]))
    }

    @Test func `no file may be longer than the process may write`() throws {
        let folder = try TestFolder()
        let log = folder.path + "/log"
        let writer =
            URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
            .deletingLastPathComponent().path + "/store-writer"
        let process = try ChildProcess(
            [writer, folder.store, "1", "--limit", "40000"], log: log)
        var text = ""
        while text.split(separator: "\n").count < 40 {
            usleep(5_000)
            text = try String(contentsOfFile: log, encoding: .utf8)
            guard process.isRunning else { break }
        }
        process.kill()
        #expect(text.contains("fault full"))
        let opened = try StoreFolder.open(folder.store)
        for row in opened.rows {
            #expect(try opened.folder.read(row) == TestItem.bytes(of: row))
        }
    }

    @Test func `a bit that flips in any file is told by the hash, or was of no account`() throws {
        let folder = try TestFolder()
        let rows = try folder.filled([3_000, 5_000, 70_000])
        let known = Dictionary(uniqueKeysWithValues: rows.map { ($0.name, $0) })
        var random = SeededRandom(seed: 3)
        var seen = 0
        for path in try folder.files() where !path.hasSuffix("/lock") {
            let original = try Data(contentsOf: URL(filePath: path))
            for _ in 0..<40 where !original.isEmpty {
                var flipped = original
                let place = Int(random.next() % UInt64(original.count))
                flipped[place] ^= UInt8(1 << (random.next() % 8))
                let copy = try TestFolder()
                try FileManager.default.copyItem(atPath: folder.store, toPath: copy.store)
                try flipped.write(
                    to: URL(filePath: copy.store + path.dropFirst(folder.store.count)))
                let opened = try StoreFolder.open(copy.store)
                for row in opened.rows {
                    // Whoever uses an item holds its bytes against what its note says of them.
                    guard let true_ = known[row.name], row.note == true_.note else { continue }
                    seen += 1
                    let bytes: [UInt8]
                    do throws(StoreFault) { bytes = try opened.folder.read(row) } catch {
                        #expect(error == .damaged)
                        continue
                    }
                    let isItemsFile = path.hasSuffix(row.name.hex)
                    #expect(isItemsFile || bytes == TestItem.bytes(of: true_))
                }
            }
        }
        #expect(seen > 100)
    }
}
