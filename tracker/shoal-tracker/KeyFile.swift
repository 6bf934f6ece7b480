import Crypto
import Foundation
import Glibc
import Primitives
import TrackerServer

/// The operator's one secret, as text in a file that only its owner can read.
struct KeyFile {
    enum Kind: String {
        case operatorKeys = "shoal-operator-1"
        case issuer = "shoal-issuer-1"

        var comment: String {
            switch self {
            case .operatorKeys:
                "The keys of a Shoal tracker. Who has this file is the tracker: keep it secret, keep a copy."
            case .issuer:
                "The key of an issuer of grants for a Shoal tracker. Who has this file lets anybody in."
            }
        }
    }

    static func create(_ kind: Kind, at path: String) throws(ToolError) {
        let text = """
            # \(kind.comment)
            \(kind.rawValue) \(randomBytes32().hex)

            """
        // Exclusive, and closed to others from the first moment on.
        let descriptor = unsafe open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else {
            guard errno != EEXIST else {
                throw .failed("\(path) exists already, and keys are never overwritten")
            }
            throw .failed("\(path) cannot be made: \(SystemError.last)")
        }
        let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        do {
            try handle.write(contentsOf: Data(text.utf8))
            try handle.synchronize()
        } catch {
            throw .failed("\(path) cannot be written: \(error.localizedDescription)")
        }
    }

    static func read(_ path: String) throws(ToolError) -> OperatorKeys {
        let (kind, secret) = try secret(in: path)
        guard kind == .operatorKeys else {
            throw .badFile("\(path) is not a key file made by shoal-tracker keygen")
        }
        return OperatorKeys(master: SecretBytes32(secret))
    }

    /// The key that signs grants: an issuer's, or the operator's own.
    static func readIssuer(_ path: String) throws(ToolError) -> SigningKey {
        let (kind, secret) = try secret(in: path)
        return switch kind {
        case .operatorKeys: OperatorKeys(master: SecretBytes32(secret)).signing
        case .issuer: SigningKey(seed: secret)
        }
    }

    private static func secret(in path: String) throws(ToolError) -> (Kind, Bytes32) {
        let text = try TextFile.read(path)
        let lines = text.split(whereSeparator: \.isNewline).filter { !$0.hasPrefix("#") }
        let words = lines.first?.split(separator: " ") ?? []
        guard lines.count == 1, words.count == 2, let kind = Kind(rawValue: String(words[0])),
            let secret = Bytes32(hex: String(words[1]))
        else { throw .badFile("\(path) is not a key file made by shoal-tracker keygen") }
        warnIfOthersCanRead(path)
        return (kind, secret)
    }

    /// A container may mount its secrets that way, so it is no error.
    private static func warnIfOthersCanRead(_ path: String) {
        var status = stat()
        guard unsafe stat(path, &status) == 0, status.st_mode & 0o077 != 0 else { return }
        Output.error("shoal-tracker: warning: others can read \(path); chmod 600 closes it")
    }
}
