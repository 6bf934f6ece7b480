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

    /// Makes a new secret; a file that is there is never overwritten.
    @discardableResult
    package static func create(
        _ kind: String, comment: String, at path: String
    ) throws(Failure) -> Bytes32 {
        let secret = randomBytes32()
        let text = "# \(comment)\n\(kind) \(secret.hex)\n"
        // Exclusive, and closed to others from the first moment on.
        let descriptor = unsafe open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else {
            throw .failed(
                errno == EEXIST
                    ? "\(path) exists already, and keys are never overwritten"
                    : "\(path) cannot be made: \(unsafe String(cString: strerror(errno)))")
        }
        let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        do {
            try handle.write(contentsOf: Data(text.utf8))
            try handle.synchronize()
        } catch {
            throw .failed("\(path) cannot be written: \(error.localizedDescription)")
        }
        return secret
    }

    package init(reading path: String) throws(Failure) {
        let text: String
        do {
            let handle = try FileHandle(forReadingFrom: URL(fileURLWithPath: path))
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
        var status = stat()
        isOpenToOthers = unsafe stat(path, &status) == 0 && status.st_mode & 0o077 != 0
    }
}
