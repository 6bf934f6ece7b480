import Foundation

/// Where a child's diagnostics go.
enum LogFile {
    static func create(_ url: URL) throws -> FileHandle {
        try Data().write(to: url)
        return try FileHandle(forWritingTo: url)
    }
}
