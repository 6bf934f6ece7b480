import Foundation
import Glibc
import Primitives
import Store
import StoreTestSupport
import Testing

/// A folder of its own for each test, removed when the test is over.
final class TestFolder: Sendable {
    let path: String

    init() throws {
        path = NSTemporaryDirectory() + "shoal-store-" + UUID().uuidString
        try FileManager.default.createDirectory(
            atPath: path, withIntermediateDirectories: false,
            attributes: [.posixPermissions: 0o700])
    }

    deinit {
        do {
            try FileManager.default.removeItem(atPath: path)
        } catch {
            Issue.record("\(path) is left: \(error)")
        }
    }

    var store: String { path + "/store" }

    /// Every file of the store, by path.
    func files() throws -> [String] {
        let names = FileManager.default.enumerator(atPath: store)?.allObjects as? [String] ?? []
        return names.map { "\(store)/\($0)" }.filter { path in
            var isFolder: ObjCBool = false
            return unsafe FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
                && !isFolder.boolValue
        }.sorted()
    }

    /// Opens the store, and writes items of the lengths into it.
    func filled(_ lengths: [Int], seed: UInt64 = 1) throws -> [StoreRow] {
        var random = SeededRandom(seed: seed)
        let opened = try StoreFolder.open(store)
        var rows: [StoreRow] = []
        for length in lengths {
            let name = Bytes32(words: (random.next(), random.next(), random.next(), random.next()))
            let row = TestItem.row(name, length: length)
            try opened.folder.write(row, TestItem.bytes(of: row))
            rows.append(row)
        }
        try opened.folder.sync()
        return rows
    }
}

extension StoreFolder {
    /// Whether an item is there as it was written, or is known to be gone: anything else is a wrong byte.
    func isRight(_ row: StoreRow) throws(StoreFault) -> Bool {
        do throws(StoreFault) {
            return try read(row) == TestItem.bytes(of: row)
        } catch .damaged {
            return true
        }
    }
}
