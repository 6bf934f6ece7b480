import Crypto
import Foundation
import Glibc
import Primitives

/// What a caller has to show who changes something: a file that only its owner can read holds it.
///
/// A browser never sends it by itself, so that no page can have a viewer's browser change anything.
package struct AdminToken: Sendable {
    package enum Failure: Error, Hashable, Sendable, CustomStringConvertible {
        case unreadable(String)
        case unwritable(String)
        /// The file can be read by others, or holds no token.
        case openToOthers(String)
        case tooShort(String)

        package var description: String {
            switch self {
            case .unreadable(let path): "the token file \(path) cannot be read"
            case .unwritable(let path): "the token file \(path) cannot be made"
            case .openToOthers(let path):
                "others can read the token file \(path): chmod 600 closes it"
            case .tooShort(let path):
                "the token in \(path) has fewer than \(AdminToken.shortest) characters"
            }
        }
    }

    static let shortest = 32
    private static let longest = 1024

    private let secret: Redacted<[UInt8]>

    package init(_ text: String) {
        secret = Redacted(Array(text.utf8))
    }

    /// Reads the file, or makes it with a new token if there is none.
    package init(file path: String) throws(Failure) {
        let descriptor = unsafe open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor < 0 else {
            let text = randomBytes32().hex
            let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
            do {
                try handle.write(contentsOf: Data((text + "\n").utf8))
            } catch {
                throw .unwritable(path)
            }
            self.init(text)
            return
        }
        guard errno == EEXIST else { throw .unwritable(path) }
        var status = stat()
        guard unsafe stat(path, &status) == 0 else { throw .unreadable(path) }
        guard status.st_mode & 0o077 == 0 else { throw .openToOthers(path) }
        let data: Data
        do {
            let handle = try FileHandle(forReadingFrom: URL(fileURLWithPath: path))
            data = try handle.read(upToCount: Self.longest) ?? Data()
        } catch {
            throw .unreadable(path)
        }
        let text = String(decoding: data, as: UTF8.self)
            .trimmingCharacters(in: .whitespacesAndNewlines)
        guard text.utf8.count >= Self.shortest else { throw .tooShort(path) }
        self.init(text)
    }

    /// Whether an Authorization header shows it.
    func isShown(by header: String?) -> Bool {
        let scheme = "bearer "
        guard let header, header.lowercased().hasPrefix(scheme) else { return false }
        return constantTimeEquals(Array(header.utf8.dropFirst(scheme.utf8.count)), secret.secret)
    }
}
