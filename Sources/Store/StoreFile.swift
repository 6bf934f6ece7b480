import Glibc
import Primitives

/// One file of a store, by its path: written as a whole or not at all.
struct StoreFile {
    let path: String

    /// Puts `bytes` where nobody looks for them before all are there; none of it is on the disk for sure.
    func replace(with bytes: [UInt8]) throws(StoreFault) {
        let new = path + StoreFolder.unfinished
        // Left by a crash, and maybe open to others.
        _ = unsafe unlink(new)
        let file = try Descriptor(new, O_WRONLY | O_CREAT | O_EXCL)
        do throws(StoreFault) {
            try file.write(bytes)
            try file.close()
            guard unsafe rename(new, path) == 0 else { throw StoreFault(errno: errno) }
        } catch {
            _ = unsafe unlink(new)
            throw error
        }
    }

    /// All bytes of the file, which must be so many; `damaged` if it is not there, or is no such file.
    func contents(length: Int) throws(StoreFault) -> [UInt8] {
        let file: Descriptor
        do throws(StoreFault) {
            file = try Descriptor(path, O_RDONLY)
        } catch {
            throw error == .failed(code: ENOENT) || error == .failed(code: ELOOP)
                ? .damaged : error
        }
        // Before so much memory is taken.
        guard try file.length() == length else { throw .damaged }
        return try file.read(length)
    }

    /// Returns once what is in the file is on the disk; a file that has been removed needs nothing.
    func sync() throws(StoreFault) {
        let file: Descriptor
        do throws(StoreFault) {
            file = try Descriptor(path, O_RDONLY)
        } catch .failed(code: ENOENT) {
            return
        } catch {
            throw error
        }
        try file.sync()
    }
}

/// An open file, closed when nobody has it any more.
struct Descriptor: ~Copyable {
    private let number: Int32

    init(_ path: String, _ flags: Int32) throws(StoreFault) {
        number = unsafe open(path, flags | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard number >= 0 else { throw StoreFault(errno: errno) }
    }

    deinit { _ = Glibc.close(number) }

    /// Ends the use of the file; a disk of elsewhere may say only now that it is full.
    consuming func close() throws(StoreFault) {
        let code = Glibc.close(number)
        let error = errno
        discard self
        guard code == 0 else { throw StoreFault(errno: error) }
    }

    func write(_ bytes: [UInt8]) throws(StoreFault) {
        var written = 0
        while written < bytes.count {
            let count = unsafe bytes.withUnsafeBytes { bytes in
                unsafe Glibc.write(
                    number, bytes.baseAddress?.advanced(by: written), bytes.count - written)
            }
            if count >= 0 {
                written += count
            } else if errno != EINTR {
                throw StoreFault(errno: errno)
            }
        }
    }

    /// The length of a regular file; nil of anything else.
    func length() throws(StoreFault) -> Int? {
        var status = stat()
        guard unsafe fstat(number, &status) == 0 else { throw StoreFault(errno: errno) }
        return status.st_mode & S_IFMT == S_IFREG ? Int(status.st_size) : nil
    }

    func read(_ length: Int) throws(StoreFault) -> [UInt8] {
        var fault: StoreFault?
        let bytes = unsafe [UInt8](unsafeUninitializedCapacity: length) { buffer, filled in
            while filled < length {
                let count = unsafe Glibc.read(
                    number, buffer.baseAddress?.advanced(by: filled), length - filled)
                if count > 0 {
                    filled += count
                } else if count == 0 {
                    return fault = .damaged
                } else if errno != EINTR {
                    return fault = StoreFault(errno: errno)
                }
            }
        }
        if let fault { throw fault }
        return bytes
    }

    func sync() throws(StoreFault) {
        guard fsync(number) == 0 else { throw StoreFault(errno: errno) }
    }

    /// False if another open file has the lock; it is given back when this one is closed.
    func lock() throws(StoreFault) -> Bool {
        if flock(number, LOCK_EX | LOCK_NB) == 0 { return true }
        guard errno == EWOULDBLOCK else { throw StoreFault(errno: errno) }
        return false
    }
}
