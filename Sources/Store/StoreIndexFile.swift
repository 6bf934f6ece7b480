import CSQLite
import EventLoop
import Glibc
import Primitives

/// The index of a store: a database of one table, in a file that its owner alone can read.
struct StoreIndexFile: Sendable {
    /// Of the table below, in the database's own `user_version`.
    private static let schemaVersion = 1
    private static let schema = """
        CREATE TABLE item (
            name BLOB NOT NULL PRIMARY KEY, length INTEGER NOT NULL, stored_at INTEGER NOT NULL,
            expires_at INTEGER NOT NULL, uses INTEGER NOT NULL, rank REAL NOT NULL,
            note BLOB NOT NULL
        ) STRICT, WITHOUT ROWID
        """

    private let database: Locked<SQLiteDatabase>

    /// Opens the index, or makes an empty one.
    ///
    /// Throws `damaged` for what is no index, or one of another version.
    init(path: String) throws(StoreFault) {
        try Descriptor(path, O_RDWR | O_CREAT).close()
        let database = try SQLiteDatabase(path: path)
        // Nobody else has it: the list of what is in the log need not be in a shared file.
        try database.execute("PRAGMA locking_mode = EXCLUSIVE")
        try database.execute("PRAGMA journal_mode = WAL")
        // A commit is on the disk once the log is; `sync()` sees to that.
        try database.execute("PRAGMA synchronous = NORMAL")
        try database.execute("PRAGMA cell_size_check = ON")
        try Self.checkVersion(of: database)
        self.database = Locked(database)
    }

    private static func checkVersion(of database: SQLiteDatabase) throws(StoreFault) {
        var version = 0
        var tables = 0
        try database.run("PRAGMA user_version") { version = Int($0.integer(0)) }
        try database.run("SELECT count(*) FROM sqlite_schema") { tables = Int($0.integer(0)) }
        if version == 0, tables == 0 {
            try database.transaction { () throws(StoreFault) in
                try database.execute(schema)
                try database.execute("PRAGMA user_version = \(schemaVersion)")
            }
        } else if version != schemaVersion {
            throw .damaged
        }
        var isSound = false
        try database.run("PRAGMA quick_check(1)") { row in
            isSound = row.text(0) == "ok"
        }
        guard isSound else { throw .damaged }
    }

    /// All rows; what cannot be one is removed.
    func rows() throws(StoreFault) -> [StoreRow] {
        try database.withLock { (database) throws(StoreFault) in
            var rows: [StoreRow] = []
            var strange: [[UInt8]] = []
            try database.run(
                "SELECT name, length, stored_at, expires_at, uses, rank, note FROM item"
            ) { row in
                if let item = StoreRow(row) {
                    rows.append(item)
                } else if let name = row.blob(0, longest: 1 << 20) {
                    strange.append(name)
                }
            }
            for name in strange { try database.run(Self.deletion, [.blob(name)]) }
            return rows
        }
    }

    func insert(_ row: StoreRow) throws(StoreFault) {
        try database.withLock { (database) throws(StoreFault) in
            try database.run(
                "INSERT OR REPLACE INTO item VALUES (?, ?, ?, ?, ?, ?, ?)",
                [
                    .blob(row.name.bytes), .integer(Int64(row.length)), .integer(row.storedAt),
                    .integer(row.expiresAt), .integer(row.uses), .real(row.rank), .blob(row.note),
                ])
        }
    }

    private static let deletion = "DELETE FROM item WHERE name = ?"

    func remove(_ names: [Bytes32]) throws(StoreFault) {
        try database.withLock { (database) throws(StoreFault) in
            try database.transaction { () throws(StoreFault) in
                for name in names { try database.run(Self.deletion, [.blob(name.bytes)]) }
            }
        }
    }

    /// Writes down what items are worth.
    func update(_ worths: [StoreWorth]) throws(StoreFault) {
        try database.withLock { (database) throws(StoreFault) in
            try database.transaction { () throws(StoreFault) in
                for worth in worths {
                    try database.run(
                        "UPDATE item SET uses = ?, rank = ? WHERE name = ?",
                        [.integer(worth.uses), .real(worth.rank), .blob(worth.name.bytes)])
                }
            }
        }
    }

    /// Returns once all commits are on the disk.
    func sync() throws(StoreFault) {
        try database.withLock { (database) throws(StoreFault) in
            try database.run("PRAGMA wal_checkpoint(PASSIVE)")
        }
    }
}
