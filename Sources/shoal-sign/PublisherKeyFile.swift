import Crypto
import Foundation
import Glibc
import Primitives

/// The publisher's one secret, as text in a file that only its owner can read.
enum PublisherKeyFile {
    private static let kind = "shoal-publisher-1"
    private static let longest = 4096

    /// Makes a new key; a file that is there is never overwritten.
    static func create(at path: String) throws(SignError) -> SigningKey {
        let secret = randomBytes32()
        let text = """
            # The key of a publisher. Who has this file says what its content is: keep it secret, keep a copy.
            \(kind) \(secret.hex)

            """
        // Exclusive, and closed to others from the first moment on.
        let descriptor = unsafe open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else {
            throw .failed(
                errno == EEXIST
                    ? "\(path) exists already, and keys are never overwritten"
                    : "\(path) cannot be made: \(systemError())")
        }
        let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        do {
            try handle.write(contentsOf: Data(text.utf8))
            try handle.synchronize()
        } catch {
            throw .failed("\(path) cannot be written: \(error.localizedDescription)")
        }
        return SigningKey(seed: secret)
    }

    static func read(_ path: String) throws(SignError) -> SigningKey {
        let text: String
        do {
            let handle = try FileHandle(forReadingFrom: URL(fileURLWithPath: path))
            text = String(
                decoding: try handle.read(upToCount: longest) ?? Data(), as: UTF8.self)
        } catch {
            throw .failed("\(path) cannot be read: \(error.localizedDescription)")
        }
        let lines = text.split(whereSeparator: \.isNewline).filter { !$0.hasPrefix("#") }
        let words = lines.first?.split(separator: " ") ?? []
        guard lines.count == 1, words.count == 2, words[0] == kind,
            let secret = Bytes32(hex: String(words[1]))
        else { throw .badFile("\(path) is not a key file made by shoal-sign key") }
        var status = stat()
        if unsafe stat(path, &status) == 0, status.st_mode & 0o077 != 0 {
            // A container may mount its secrets that way, so it is no error.
            Output.note("warning: others can read \(path); chmod 600 closes it")
        }
        return SigningKey(seed: secret)
    }
}

/// What the system says of the call that just failed.
func systemError() -> String { unsafe String(cString: strerror(errno)) }
