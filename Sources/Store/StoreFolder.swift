import EventLoop
import Glibc
package import Primitives

/// Items on disk, found again after a crash at any moment: their index in SQLite, their bytes in files.
///
/// An item's file is complete before it has its name, and has its name before the index tells of it.
/// Whatever does not fit when the folder is opened is removed. What is read may still be anything, if
/// the disk says so: only who knows a hash of the bytes can tell. All calls wait for the disk.
///
/// | name | what |
/// |---|---|
/// | `lock` | held while a process uses the folder |
/// | `index.sqlite`, `-wal` | one row an item |
/// | `items/` | one file an item, called like it in hexadecimal |
package struct StoreFolder: Sendable {
    /// Ends the name of a file that is being written.
    static let unfinished = ".new"

    /// The folder, and what was in it.
    package struct Opened: Sendable {
        package let folder: StoreFolder
        package let rows: [StoreRow]
        /// The index was none, or of another version: everything was removed.
        package let wasRebuilt: Bool
    }

    private let path: String
    private let index: StoreIndexFile
    private let lock: FolderLock
    /// Files that may not be on the disk yet.
    private let unsynced = Locked(Set<Bytes32>())

    /// Opens the folder, which is made if it is not there.
    ///
    /// Throws `inUse`, `notPrivate`, or what the disk says.
    package static func open(_ path: String) throws(StoreFault) -> Opened {
        try makePrivateFolder(path)
        let lock = try FolderLock(path: path + "/lock")
        do throws(StoreFault) {
            return try open(path, lock, wasRebuilt: false)
        } catch .damaged {
            for name in ["index.sqlite", "index.sqlite-wal", "index.sqlite-journal"] {
                guard unsafe unlink("\(path)/\(name)") == 0 || errno == ENOENT else {
                    throw StoreFault(errno: errno)
                }
            }
            return try open(path, lock, wasRebuilt: true)
        }
    }

    private static func open(
        _ path: String, _ lock: FolderLock, wasRebuilt: Bool
    ) throws(StoreFault) -> Opened {
        let index = try StoreIndexFile(path: path + "/index.sqlite")
        let folder = StoreFolder(path: path, index: index, lock: lock)
        try makePrivateFolder(folder.items)
        return Opened(
            folder: folder, rows: try folder.reconcile(index.rows()), wasRebuilt: wasRebuilt)
    }

    private init(path: String, index: StoreIndexFile, lock: FolderLock) {
        self.path = path
        self.index = index
        self.lock = lock
    }

    // MARK: - Items

    /// Stores an item; when it throws, there is none of that name.
    package func write(_ row: StoreRow, _ bytes: [UInt8]) throws(StoreFault) {
        precondition(bytes.count == row.length, "\(bytes.count) bytes for \(row.length)")
        let file = file(of: row.name)
        try file.replace(with: bytes)
        do throws(StoreFault) {
            try index.insert(row)
        } catch {
            _ = unsafe unlink(file.path)
            throw error
        }
        _ = unsynced.withLock { $0.insert(row.name) }
    }

    /// The bytes of an item, as many as were written; what they are is for the caller to verify.
    ///
    /// Throws `damaged` if they are not there.
    package func read(_ row: StoreRow) throws(StoreFault) -> [UInt8] {
        try file(of: row.name).contents(length: row.length)
    }

    /// Removes items, those that are not there too.
    package func remove(_ names: [Bytes32]) throws(StoreFault) {
        guard !names.isEmpty else { return }
        // First what takes room: an index can only be written where there is some. A row without its file
        // counts for nothing.
        for name in names { _ = unsafe unlink(file(of: name).path) }
        try index.remove(names)
    }

    /// Writes down what items are worth.
    package func update(_ worths: [StoreWorth]) throws(StoreFault) {
        guard !worths.isEmpty else { return }
        try index.update(worths)
    }

    /// Returns once everything that was written before is found again whatever happens, or throws.
    package func sync() throws(StoreFault) {
        let names = unsynced.withLock { names in
            defer { names = [] }
            return names
        }
        do throws(StoreFault) {
            for name in names { try file(of: name).sync() }
            if !names.isEmpty { try Descriptor(items, O_RDONLY | O_DIRECTORY).sync() }
            try index.sync()
        } catch {
            unsynced.withLock { $0.formUnion(names) }
            throw error
        }
    }

    // MARK: - Files

    private var items: String { path + "/items" }

    private func file(of name: Bytes32) -> StoreFile { StoreFile(path: "\(items)/\(name.hex)") }

    /// Removes files that no row names and rows that have no such file; returns those that fit.
    private func reconcile(_ rows: [StoreRow]) throws(StoreFault) -> [StoreRow] {
        let lengths = try lengthsOfFiles()
        var fitting: [StoreRow] = []
        var missing: [Bytes32] = []
        for row in rows {
            if lengths[row.name.hex] == row.length {
                fitting.append(row)
            } else {
                missing.append(row.name)
            }
        }
        try remove(missing)
        let named = Set(fitting.map(\.name.hex))
        for name in lengths.keys where !named.contains(name) {
            _ = unsafe unlink("\(items)/\(name)")
        }
        return fitting
    }

    /// What is in the folder of items; -1 for what is no file.
    private func lengthsOfFiles() throws(StoreFault) -> [String: Int] {
        guard let folder = unsafe opendir(items) else { throw StoreFault(errno: errno) }
        defer { unsafe closedir(folder) }
        var lengths: [String: Int] = [:]
        while let entry = unsafe readdir(folder) {
            let name = unsafe withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
                unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            guard name != ".", name != ".." else { continue }
            var status = stat()
            let isFile =
                unsafe lstat("\(items)/\(name)", &status) == 0 && status.st_mode & S_IFMT == S_IFREG
            lengths[name] = isFile ? Int(status.st_size) : -1
        }
        return lengths
    }

    /// Makes a folder for its owner alone; one that is there must be no less private.
    private static func makePrivateFolder(_ path: String) throws(StoreFault) {
        guard unsafe mkdir(path, 0o700) != 0 else { return }
        guard errno == EEXIST else { throw StoreFault(errno: errno) }
        var status = stat()
        guard unsafe stat(path, &status) == 0 else { throw StoreFault(errno: errno) }
        guard status.st_mode & S_IFMT == S_IFDIR else { throw .failed(code: ENOTDIR) }
        guard status.st_uid == geteuid(), status.st_mode & 0o022 == 0 else { throw .notPrivate }
    }
}
