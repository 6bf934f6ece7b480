import Crypto
import Foundation
import Primitives
import Testing

/// `Interop/channel.py`, which speaks our framing around another implementation of Noise.
struct InteropScript: Sendable {
    enum Library: String, Codable, CaseIterable {
        case noiseprotocol, dissononce
    }

    enum Kind: String, Codable, CaseIterable {
        case peer, tracker
    }

    /// What the script reads from its standard input.
    private struct Settings: Encodable {
        let library: Library
        let role: String
        let kind: Kind
        let port: UInt16
        let local: String
        let remote: String
        let swarm: String
        let epoch: UInt32
        let secret: String
        let messages: Int
        let conversations: Int
    }

    static let ticket = Array("ticket".utf8)
    /// Handshakes with one library in one role on one kind of channel; `make interop` asks for more.
    static let handshakes =
        ProcessInfo.processInfo.environment["SHOAL_HANDSHAKES"].flatMap(Int.init) ?? 25

    let swarm = SwarmID(randomBytes32())
    let epoch = Epoch(7)
    let secret = randomBytes32()
    /// Ours; the script has the other pair.
    let keys = StaticKeyPair.generate()
    private let remoteSecret = randomBytes32()

    var remoteKey: Bytes32 { StaticKeyPair(secret: SecretBytes32(remoteSecret)).publicKey }

    /// Starts the script as initiator towards `port`.
    func initiate(
        _ library: Library, _ kind: Kind, port: UInt16, messages: Int, conversations: Int
    ) throws -> RunningScript {
        try start(
            library, kind, role: "initiator", port: port, messages: messages,
            conversations: conversations)
    }

    /// Starts the script as responder, which says on its first line where it listens.
    func respond(
        _ library: Library, _ kind: Kind, messages: Int, conversations: Int
    ) throws -> RunningScript {
        try start(
            library, kind, role: "responder", port: 0, messages: messages,
            conversations: conversations)
    }

    static let packagesAreHere: Bool = {
        let python = Process()
        python.executableURL = URL(filePath: "/usr/bin/env")
        python.arguments = ["python3", "-c", "import noise, dissononce"]
        python.standardError = FileHandle.nullDevice
        do {
            try python.run()
        } catch {
            return false
        }
        python.waitUntilExit()
        return python.terminationStatus == 0
    }()

    private func start(
        _ library: Library, _ kind: Kind, role: String, port: UInt16, messages: Int,
        conversations: Int
    ) throws -> RunningScript {
        let settings = Settings(
            library: library, role: role, kind: kind, port: port, local: remoteSecret.hex,
            remote: keys.publicKey.hex, swarm: swarm.value.hex, epoch: epoch.number,
            secret: secret.hex, messages: messages, conversations: conversations)
        let script = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "Interop/channel.py")
        return try RunningScript(script, input: JSONEncoder().encode(settings))
    }
}

/// A Python process; it ends with 0 if its side of the conversation was as it should be.
struct RunningScript: @unchecked Sendable {
    private let python = Process()
    private let output = Pipe()

    init(_ script: URL, input: Data) throws {
        let standardInput = Pipe()
        python.executableURL = URL(filePath: "/usr/bin/env")
        python.arguments = ["python3", script.path]
        python.standardInput = standardInput
        python.standardOutput = output
        try python.run()
        try standardInput.fileHandleForWriting.write(contentsOf: input + Data("\n".utf8))
        try standardInput.fileHandleForWriting.close()
    }

    /// The port on the script's first line.
    func port() throws -> UInt16 {
        var line: [UInt8] = []
        while let byte = try output.fileHandleForReading.read(upToCount: 1)?.first,
            byte != UInt8(ascii: "\n")
        {
            line.append(byte)
        }
        return try #require(UInt16(String(decoding: line, as: UTF8.self)))
    }

    func exitStatus() -> Int32 {
        python.waitUntilExit()
        return python.terminationStatus
    }
}
