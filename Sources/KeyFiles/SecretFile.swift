import Crypto
import Foundation
import Glibc
package import Primitives

/// A secret as text in a file that only its owner can read: a comment, and a line of its kind and its digits.
package struct SecretFile: Sendable {
    package enum Failure: Error, Hashable, Sendable {
        /// The system did not let it, or the file was there.
        case failed(String)
        /// The file holds something else.
        case otherContent
    }

    private static let longest = 4096

    package let kind: String
    package let secret: Bytes32
    /// A container may mount its secrets that way, so it is no error.
    package let isOpenToOthers: Bool
    /// Whether it is another user's, who can change it at will.
    package let isOfAnotherUser: Bool

    /// Makes a new secret; a file that is there is never overwritten.
    @discardableResult
    package static func create(
        _ kind: String, comment: String, at path: String
    ) throws(Failure) -> Bytes32 {
        let secret = randomBytes32()
        guard try put("# \(comment)\n\(kind) \(secret.hex)\n", at: path) else {
            throw .failed("\(path) exists already, and keys are never overwritten")
        }
        return secret
    }

    /// Reads the file, or makes it with a new secret if there is none.
    ///
    /// Of several that make it at the same time one is the first, and all have that one's secret.
    package static func readOrCreate(
        _ kind: String, comment: String, at path: String
    ) throws(Failure) -> SecretFile {
        if let file = try SecretFile(at: path) { return file }
        _ = try put("# \(comment)\n\(kind) \(randomBytes32().hex)\n", at: path)
        return try SecretFile(reading: path)
    }

    package init(reading path: String) throws(Failure) {
        guard let file = try SecretFile(at: path) else {
            throw .failed("\(path) cannot be read: there is no such file")
        }
        self = file
    }

    /// Nil if there is no file.
    private init?(at path: String) throws(Failure) {
        let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else {
            if errno == ENOENT { return nil }
            throw .failed("\(path) cannot be read: \(lastError())")
        }
        let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        var status = stat()
        guard unsafe fstat(descriptor, &status) == 0 else {
            throw .failed("\(path) cannot be read: \(lastError())")
        }
        let text: String
        do {
            let data = try handle.read(upToCount: Self.longest) ?? Data()
            text = String(decoding: data, as: UTF8.self)
        } catch {
            throw .failed("\(path) cannot be read: \(error.localizedDescription)")
        }
        let lines = text.split(whereSeparator: \.isNewline).filter { !$0.hasPrefix("#") }
        let words = lines.first?.split(separator: " ") ?? []
        guard lines.count == 1, words.count == 2, let secret = Bytes32(hex: String(words[1]))
        else { throw .otherContent }
        kind = String(words[0])
        self.secret = secret
        isOpenToOthers = status.st_mode & 0o077 != 0
        isOfAnotherUser = status.st_uid != geteuid()
    }

    /// Makes the file with all of its text at once, closed to others; false if there is one.
    private static func put(_ text: String, at path: String) throws(Failure) -> Bool {
        let new = "\(path).\(randomBytes(8).hex).new"
        let descriptor = unsafe open(new, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw .failed("\(path) cannot be made: \(lastError())") }
        defer { _ = unsafe unlink(new) }
        let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        do {
            try handle.write(contentsOf: Data(text.utf8))
            try handle.synchronize()
        } catch {
            throw .failed("\(path) cannot be written: \(error.localizedDescription)")
        }
        // A second name for what is whole: unlike `rename`, it takes nobody's place.
        guard unsafe link(new, path) == 0 else {
            if errno == EEXIST { return false }
            throw .failed("\(path) cannot be made: \(lastError())")
        }
        try keepName(of: path)
        return true
    }

    /// Has the folder's list of names on disk, too: who has read the secret once reads it after a crash.
    private static func keepName(of path: String) throws(Failure) {
        let folder = URL(fileURLWithPath: path).deletingLastPathComponent().path
        let descriptor = unsafe open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { throw .failed("\(folder) cannot be read: \(lastError())") }
        defer { close(descriptor) }
        guard fsync(descriptor) == 0 else {
            throw .failed("\(folder) cannot be written: \(lastError())")
        }
    }
}

/// What the system says of the call that just failed.
private func lastError() -> String { unsafe String(cString: strerror(errno)) }
