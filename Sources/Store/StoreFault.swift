import CSQLite
import Glibc

/// Why the folder of a store could not be used.
package enum StoreFault: Error, Hashable, Sendable {
    /// Another process, or another client of this one, has it.
    case inUse
    /// It belongs to somebody else, or others may write in it.
    case notPrivate
    /// No room is left on the disk, or for this user or process.
    case full
    /// Nothing may be written there.
    case readOnly
    /// What is there is not what was written.
    case damaged
    /// Anything else, by the number that the system has for it.
    case failed(code: Int32)

    /// What the system says with `errno`.
    init(errno code: Int32) {
        self =
            switch code {
            case ENOSPC, EDQUOT, EFBIG: .full
            case EROFS, EACCES, EPERM: .readOnly
            default: .failed(code: code)
            }
    }

    /// What SQLite says; `system` is the `errno` behind it, or 0.
    init(sqlite code: Int32, system: Int32) {
        self =
            switch code & 0xff {
            case SQLITE_FULL: .full
            case SQLITE_READONLY, SQLITE_PERM: .readOnly
            case SQLITE_CORRUPT, SQLITE_NOTADB, SQLITE_MISMATCH, SQLITE_SCHEMA: .damaged
            case _ where system != 0: StoreFault(errno: system)
            default: .failed(code: code)
            }
    }
}
