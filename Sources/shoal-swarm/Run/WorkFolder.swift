import Foundation

/// The folder of one run: everything that its processes write, and gone with the run.
struct WorkFolder: Sendable {
    private static let prefix = "shoal-swarm-"

    let url: URL
    /// Held for as long as the run lasts, so that another run can tell a folder that is left over.
    private let lock: FileHandle

    /// Makes it; the logs are to stay in the folder `logs`, which is made if it is missing.
    init(keepingLogsIn logs: String?) throws {
        let files = FileManager.default
        Self.removeLeftovers()
        url = files.temporaryDirectory
            .appending(path: "\(Self.prefix)\(ProcessInfo.processInfo.processIdentifier)")
        try files.createDirectory(at: url, withIntermediateDirectories: false)
        lock = try Self.lock(of: url)
        flock(lock.fileDescriptor, LOCK_EX)
        guard let logs else {
            try files.createDirectory(at: logFolder, withIntermediateDirectories: false)
            return
        }
        let kept = URL(filePath: logs).standardizedFileURL
        do {
            try files.createDirectory(at: kept, withIntermediateDirectories: true)
            try files.createSymbolicLink(at: logFolder, withDestinationURL: kept)
        } catch {
            remove()
            throw RunFailure("\(logs) cannot hold the logs: \(error.localizedDescription)")
        }
    }

    func file(_ name: String) -> URL { url.appending(path: name) }

    func log(_ name: String) -> URL { logFolder.appending(path: name) }

    func remove() {
        do {
            try FileManager.default.removeItem(at: url)
        } catch {
            Output.complain("\(url.path) cannot be removed: \(error.localizedDescription)")
        }
    }

    /// Removes the folders of runs that were killed.
    private static func removeLeftovers() {
        let files = FileManager.default
        do {
            let names = try files.contentsOfDirectory(atPath: files.temporaryDirectory.path)
            for name in names where name.hasPrefix(prefix) {
                let folder = files.temporaryDirectory.appending(path: name)
                guard files.fileExists(atPath: lockFile(of: folder).path) else { continue }
                let lock = try lock(of: folder)
                if flock(lock.fileDescriptor, LOCK_EX | LOCK_NB) == 0 {
                    try files.removeItem(at: folder)
                }
            }
        } catch {
            // They are somebody else's, or just being removed.
        }
    }

    private static func lock(of folder: URL) throws -> FileHandle {
        try Data().write(to: lockFile(of: folder))
        return try FileHandle(forUpdating: lockFile(of: folder))
    }

    private static func lockFile(of folder: URL) -> URL { folder.appending(path: "lock") }

    private var logFolder: URL { url.appending(path: "logs") }
}
