import Foundation
import Glibc
import Primitives
import StoreTestSupport
import Testing

@testable import Store

@Suite struct StoreFolderTests {
    private let folder: TestFolder

    init() throws { folder = try TestFolder() }

    private func set(_ rows: [StoreRow]) -> Set<StoreRow> { Set(rows) }

    @Test func `what was written is found and read again`() throws {
        let rows = try folder.filled([1, 32_768, 100_001])
        let opened = try StoreFolder.open(folder.store)
        #expect(!opened.wasRebuilt)
        #expect(set(opened.rows) == set(rows))
        for row in rows { #expect(try opened.folder.read(row) == TestItem.bytes(of: row)) }
    }

    @Test func `what was removed is gone for good, with its file`() throws {
        let rows = try folder.filled([10, 20, 30])
        do {
            let opened = try StoreFolder.open(folder.store)
            try opened.folder.remove([rows[1].name, TestItem.row(.zero, length: 1).name])
            #expect(throws: StoreFault.damaged) { try opened.folder.read(rows[1]) }
        }
        #expect(set(try StoreFolder.open(folder.store).rows) == [rows[0], rows[2]])
        #expect(!(try folder.files()).contains { $0.hasSuffix(rows[1].name.hex) })
    }

    @Test func `what items are worth is written down`() throws {
        let rows = try folder.filled([10, 20])
        do {
            let opened = try StoreFolder.open(folder.store)
            try opened.folder.update([StoreWorth(name: rows[0].name, uses: 7, rank: 12.5)])
        }
        let found = try StoreFolder.open(folder.store).rows
        let first = try #require(found.first { $0.name == rows[0].name })
        #expect(first.uses == 7)
        #expect(first.rank == 12.5)
        #expect(found.contains(rows[1]))
    }

    @Test func `one at a time has the folder`() throws {
        do {
            let opened = try StoreFolder.open(folder.store)
            #expect(throws: StoreFault.inUse) { try StoreFolder.open(folder.store) }
            withExtendedLifetime(opened) {}
        }
        _ = try StoreFolder.open(folder.store)
    }

    @Test func `its owner alone can read any of it`() throws {
        _ = try folder.filled([10])
        let opened = try StoreFolder.open(folder.store)
        let entries = FileManager.default.enumerator(atPath: folder.store)?.allObjects
        let names = try #require(entries as? [String])
        #expect(names.count >= 4)
        for name in [""] + names {
            var status = stat()
            #expect(unsafe stat("\(folder.store)/\(name)", &status) == 0)
            let isFolder = status.st_mode & S_IFMT == S_IFDIR
            #expect(status.st_mode & 0o777 == (isFolder ? 0o700 : 0o600), "\(name)")
        }
        withExtendedLifetime(opened) {}
    }

    @Test func `a folder in which others may write is not used`() throws {
        #expect(unsafe mkdir(folder.store, 0o700) == 0)
        #expect(unsafe chmod(folder.store, 0o777) == 0)
        #expect(throws: StoreFault.notPrivate) { try StoreFolder.open(folder.store) }
    }

    @Test func `a file in the place of the folder is a fault, and stays`() throws {
        try Data("mine".utf8).write(to: URL(filePath: folder.store))
        #expect(throws: StoreFault.failed(code: ENOTDIR)) { try StoreFolder.open(folder.store) }
        #expect(try Data(contentsOf: URL(filePath: folder.store)) == Data("mine".utf8))
    }

    // MARK: - What does not fit

    @Test func `files that the index does not name are removed`() throws {
        let rows = try folder.filled([10])
        let items = folder.store + "/items/"
        for name in ["stray", rows[0].name.hex + ".new", Bytes32.zero.hex] {
            try Data([1]).write(to: URL(filePath: items + name))
        }
        #expect(try StoreFolder.open(folder.store).rows == rows)
        #expect(try FileManager.default.contentsOfDirectory(atPath: items) == [rows[0].name.hex])
    }

    @Test func `items whose file is missing, shorter, longer or a link are discarded`() throws {
        let rows = try folder.filled([100, 200, 300, 400, 500])
        let paths = rows.map { "\(folder.store)/items/\($0.name.hex)" }
        try FileManager.default.removeItem(atPath: paths[0])
        #expect(unsafe truncate(paths[1], 199) == 0)
        #expect(unsafe truncate(paths[2], 301) == 0)
        try FileManager.default.removeItem(atPath: paths[3])
        try FileManager.default.createSymbolicLink(
            atPath: paths[3], withDestinationPath: "/etc/passwd")
        #expect(try StoreFolder.open(folder.store).rows == [rows[4]])
        #expect(try StoreFolder.open(folder.store).rows == [rows[4]])
    }

    @Test func `a file that is changed while the folder is open is damaged, whatever it is`() throws
    {
        let rows = try folder.filled([100, 200, 300])
        let opened = try StoreFolder.open(folder.store)
        let paths = rows.map { "\(folder.store)/items/\($0.name.hex)" }
        #expect(unsafe truncate(paths[0], 1 << 40) == 0)
        #expect(throws: StoreFault.damaged) { try opened.folder.read(rows[0]) }
        try FileManager.default.removeItem(atPath: paths[1])
        try FileManager.default.createSymbolicLink(
            atPath: paths[1], withDestinationPath: paths[2])
        #expect(throws: StoreFault.damaged) { try opened.folder.read(rows[1]) }
        #expect(try opened.folder.read(rows[2]) == TestItem.bytes(of: rows[2]))
    }

    @Test(arguments: ["", "not a database at all, whatever its name says"])
    func `an index that is none is made anew`(text: String) throws {
        _ = try folder.filled([10, 20])
        let index = folder.store + "/index.sqlite"
        try Data(text.utf8).write(to: URL(filePath: index))
        let opened = try StoreFolder.open(folder.store)
        #expect(opened.rows.isEmpty)
        let row = TestItem.row(.zero, length: 5)
        try opened.folder.write(row, TestItem.bytes(of: row))
        #expect(try opened.folder.read(row) == TestItem.bytes(of: row))
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: folder.store + "/items").count == 1)
    }

    @Test func `an index of another version is made anew`() throws {
        _ = try folder.filled([10, 20])
        do {
            let database = try SQLiteDatabase(path: folder.store + "/index.sqlite")
            try database.execute("PRAGMA user_version = 2")
        }
        let opened = try StoreFolder.open(folder.store)
        #expect(opened.wasRebuilt)
        #expect(opened.rows.isEmpty)
    }

    @Test func `rows that nobody can have written are removed`() throws {
        let rows = try folder.filled([10])
        do {
            let database = try SQLiteDatabase(path: folder.store + "/index.sqlite")
            let name = SQLiteValue.blob([UInt8](repeating: 1, count: 32))
            for (name, length, note) in [
                (SQLiteValue.blob([1]), Int64(1), [UInt8]()), (name, 0, []), (name, -1, []),
                (name, .max, []), (name, 1, [UInt8](repeating: 0, count: 513)),
            ] {
                try database.run(
                    "INSERT OR REPLACE INTO item VALUES (?, ?, 0, 0, 0, 0, ?)",
                    [name, .integer(length), .blob(note)])
            }
        }
        #expect(try StoreFolder.open(folder.store).rows == rows)
        #expect(try count(SQLiteDatabase(path: folder.store + "/index.sqlite")) == 1)
    }

    private func count(_ database: SQLiteDatabase) throws -> Int64 {
        var count: Int64 = 0
        try database.run("SELECT count(*) FROM item WHERE length(name) > 0") {
            count = $0.integer(0)
        }
        return count
    }
}
