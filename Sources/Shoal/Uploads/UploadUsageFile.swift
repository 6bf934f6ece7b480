import Engine
import Foundation
import Glibc
import SwarmCore

/// Keeps the count of uploads in a file that its owner alone can read.
struct UploadUsageFile {
    private static let longest = 4_096

    let path: String

    var storage: UploadUsageStorage {
        UploadUsageStorage(read: read, write: write)
    }

    private func read() -> UploadUsageStorage.Content {
        let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return errno == ENOENT ? .nothing : .broken }
        let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        do {
            let data = try handle.read(upToCount: Self.longest) ?? Data()
            let usage = try JSONDecoder().decode(UploadUsage.self, from: data)
            return usage.isPlausible ? .usage(usage) : .broken
        } catch {
            return .broken
        }
    }

    /// Replaces the file as a whole, so that a crash leaves the old count or the new one.
    private func write(_ usage: UploadUsage) -> Bool {
        let new = path + ".new"
        // Left by a crash, and maybe open to others.
        _ = unsafe unlink(new)
        let descriptor = unsafe open(new, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { return false }
        let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        do {
            try handle.write(contentsOf: JSONEncoder().encode(usage))
            try handle.synchronize()
        } catch {
            return false
        }
        return unsafe rename(new, path) == 0
    }
}
