import Crypto
import Glibc
import KeyFiles

/// The publisher's one secret, as text in a file that only its owner can read.
enum PublisherKeyFile {
    private static let kind = "shoal-publisher-1"

    /// Makes a new key; a file that is there is never overwritten.
    static func create(at path: String) throws(SignError) -> SigningKey {
        do throws(SecretFile.Failure) {
            let secret = try SecretFile.create(
                kind,
                comment: "The key of a publisher. Who has this file says what its content is: "
                    + "keep it secret, keep a copy.", at: path)
            return SigningKey(seed: secret)
        } catch {
            throw SignError(error, of: path)
        }
    }

    static func read(_ path: String) throws(SignError) -> SigningKey {
        let file: SecretFile
        do throws(SecretFile.Failure) {
            file = try SecretFile(reading: path)
        } catch {
            throw SignError(error, of: path)
        }
        guard file.kind == kind else { throw SignError(.otherContent, of: path) }
        if file.isOpenToOthers {
            Output.note("warning: others can read \(path); chmod 600 closes it")
        }
        return SigningKey(seed: file.secret)
    }
}

extension SignError {
    fileprivate init(_ failure: SecretFile.Failure, of path: String) {
        switch failure {
        case .failed(let problem): self = .failed(problem)
        case .otherContent: self = .badFile("\(path) is not a key file made by shoal-sign key")
        }
    }
}

/// What the system says of the call that just failed.
func systemError() -> String { unsafe String(cString: strerror(errno)) }
