import CSQLite

/// One connection to a database that nobody else has open.
///
/// Sendable, unchecked: `StoreIndexFile` has it behind a lock, so that one thread at a time is in it.
@safe final class SQLiteDatabase: @unchecked Sendable {
    private let connection: OpaquePointer
    private var statements: [String: SQLiteStatement] = [:]

    /// Opens the file, which has to exist: then its permissions are those of its owner's choice.
    init(path: String) throws(StoreFault) {
        var opened: OpaquePointer?
        let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE
        let code = unsafe sqlite3_open_v2(path, &opened, flags, nil)
        guard code == SQLITE_OK, let opened = unsafe opened else {
            let system = unsafe opened.map { unsafe sqlite3_system_errno($0) } ?? 0
            unsafe sqlite3_close_v2(opened)
            throw StoreFault(sqlite: code, system: system)
        }
        unsafe connection = opened
    }

    deinit {
        statements = [:]
        unsafe sqlite3_close_v2(connection)
    }

    /// Runs statements that return nothing of use.
    func execute(_ sql: String) throws(StoreFault) {
        try check(unsafe sqlite3_exec(connection, sql, nil, nil, nil))
    }

    /// Runs one statement, which is prepared once; `onRow` is called for each row of its result.
    func run(
        _ sql: String, _ values: [SQLiteValue] = [],
        onRow: (borrowing SQLiteRow) -> Void = { _ in }
    ) throws(StoreFault) {
        let statement = try statement(sql)
        defer { statement.reset() }
        for (index, value) in values.enumerated() {
            try check(statement.bind(value, at: Int32(index + 1)))
        }
        while true {
            let code = statement.step()
            switch code {
            case SQLITE_ROW: onRow(statement.row)
            case SQLITE_DONE: return
            default: try check(code)
            }
        }
    }

    /// Runs `body` so that all of it counts, or none.
    func transaction(_ body: () throws(StoreFault) -> Void) throws(StoreFault) {
        try execute("BEGIN IMMEDIATE")
        do throws(StoreFault) {
            try body()
            try execute("COMMIT")
        } catch {
            // Some faults have ended the transaction already.
            if unsafe sqlite3_get_autocommit(connection) == 0 { try execute("ROLLBACK") }
            throw error
        }
    }

    private func statement(_ sql: String) throws(StoreFault) -> SQLiteStatement {
        if let statement = statements[sql] { return statement }
        var prepared: OpaquePointer?
        try check(
            unsafe sqlite3_prepare_v3(
                connection, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &prepared, nil))
        guard let prepared = unsafe prepared else { throw .failed(code: SQLITE_MISUSE) }
        let statement = unsafe SQLiteStatement(prepared)
        statements[sql] = statement
        return statement
    }

    private func check(_ code: Int32) throws(StoreFault) {
        guard code == SQLITE_OK else {
            let system = unsafe sqlite3_system_errno(connection)
            throw StoreFault(sqlite: code, system: code & 0xff == SQLITE_IOERR ? system : 0)
        }
    }
}
