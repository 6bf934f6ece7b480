import CSQLite

/// A value that a statement is given.
enum SQLiteValue {
    case integer(Int64)
    case real(Double)
    case blob([UInt8])
}

/// A prepared statement, used by whoever has its database.
@safe final class SQLiteStatement {
    private let statement: OpaquePointer

    init(_ statement: OpaquePointer) {
        unsafe self.statement = statement
    }

    deinit { unsafe sqlite3_finalize(statement) }

    var row: SQLiteRow { unsafe SQLiteRow(statement) }

    func bind(_ value: SQLiteValue, at index: Int32) -> Int32 {
        switch value {
        case .integer(let value): unsafe sqlite3_bind_int64(statement, index, value)
        case .real(let value): unsafe sqlite3_bind_double(statement, index, value)
        case .blob(let bytes):
            // SQLITE_TRANSIENT, whose macro Swift does not see: SQLite copies what it is given.
            unsafe sqlite3_bind_blob64(
                statement, index, bytes, UInt64(bytes.count),
                unsafeBitCast(-1, to: sqlite3_destructor_type.self))
        }
    }

    func step() -> Int32 { unsafe sqlite3_step(statement) }

    func reset() {
        // Its code repeats that of the step before.
        _ = unsafe sqlite3_reset(statement)
        _ = unsafe sqlite3_clear_bindings(statement)
    }
}

/// One row of a result, for as long as the statement stands on it.
@safe struct SQLiteRow: ~Copyable {
    private let statement: OpaquePointer

    fileprivate init(_ statement: OpaquePointer) {
        unsafe self.statement = statement
    }

    func integer(_ column: Int32) -> Int64 { unsafe sqlite3_column_int64(statement, column) }

    func real(_ column: Int32) -> Double { unsafe sqlite3_column_double(statement, column) }

    func text(_ column: Int32) -> String {
        guard let text = unsafe sqlite3_column_text(statement, column) else { return "" }
        return unsafe String(cString: text)
    }

    /// Nil for anything that is longer than `longest`.
    func blob(_ column: Int32, longest: Int) -> [UInt8]? {
        guard unsafe sqlite3_column_type(statement, column) == SQLITE_BLOB else { return nil }
        let count = Int(unsafe sqlite3_column_bytes(statement, column))
        guard count <= longest, let bytes = unsafe sqlite3_column_blob(statement, column) else {
            return nil
        }
        return unsafe Array(UnsafeRawBufferPointer(start: bytes, count: count))
    }
}
