import Crypto
import KeyFiles
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
        do throws(SecretFile.Failure) {
            try SecretFile.create(kind.rawValue, comment: kind.comment, at: path)
        } catch {
            throw ToolError(error, of: path)
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
        let file: SecretFile
        do throws(SecretFile.Failure) {
            file = try SecretFile(reading: path)
        } catch {
            throw ToolError(error, of: path)
        }
        guard let kind = Kind(rawValue: file.kind) else {
            throw ToolError(.otherContent, of: path)
        }
        if file.isOpenToOthers {
            Output.error("shoal-tracker: warning: others can read \(path); chmod 600 closes it")
        }
        return (kind, file.secret)
    }
}

extension ToolError {
    fileprivate init(_ failure: SecretFile.Failure, of path: String) {
        switch failure {
        case .failed(let problem): self = .failed(problem)
        case .otherContent:
            self = .badFile("\(path) is not a key file made by shoal-tracker keygen")
        }
    }
}
