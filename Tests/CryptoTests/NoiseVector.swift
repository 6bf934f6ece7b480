import Foundation
import Primitives
import Testing

/// One published handshake and the messages after it.
struct NoiseVector: Decodable, CustomTestStringConvertible {
    struct Message: Decodable {
        let payload: Hex
        let ciphertext: Hex
    }

    /// Bytes that JSON holds as hexadecimal digits.
    struct Hex: Decodable {
        let bytes: [UInt8]

        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            guard let bytes = [UInt8](hex: try container.decode(String.self)) else {
                throw DecodingError.dataCorruptedError(
                    in: container, debugDescription: "not hexadecimal")
            }
            self.bytes = bytes
        }

        var key: Bytes32 {
            get throws { try #require(Bytes32(bytes)) }
        }
    }

    private enum CodingKeys: String, CodingKey {
        case name = "protocol_name"
        case prologue = "init_prologue"
        case preSharedKeys = "init_psks"
        case initiatorStatic = "init_static"
        case initiatorEphemeral = "init_ephemeral"
        case responderPublicKey = "init_remote_static"
        case responderStatic = "resp_static"
        case responderEphemeral = "resp_ephemeral"
        case handshakeHash = "handshake_hash"
        case messages
    }

    let name: String
    let prologue: Hex
    let preSharedKeys: [Hex]?
    let initiatorStatic: Hex?
    let initiatorEphemeral: Hex
    let responderPublicKey: Hex?
    let responderStatic: Hex
    let responderEphemeral: Hex
    let handshakeHash: Hex
    let messages: [Message]

    var testDescription: String { name }

    private static var file: URL {
        let root = URL(filePath: #filePath).appending(path: "../../../../shared/corpus")
        let corpus = ProcessInfo.processInfo.environment["SHOAL_CORPUS"].map {
            URL(filePath: $0)
        }
        return (corpus ?? root).standardized.appending(path: "noise/vectors.json")
    }

    static var areHere: Bool { FileManager.default.fileExists(atPath: file.path) }

    static func named(_ name: String) throws -> NoiseVector {
        struct File: Decodable { let vectors: [NoiseVector] }
        let vectors = try JSONDecoder().decode(File.self, from: Data(contentsOf: file)).vectors
        return try #require(vectors.first { $0.name == name })
    }
}
