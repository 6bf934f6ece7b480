import Crypto
import Foundation
import Manifests
import Primitives
import TestSupport
import Testing

@testable import shoal_sign

/// A folder of its own with a packaged content, gone afterwards.
struct TemporaryTree {
    let folder: URL
    let key = SigningKey.generate()

    static func run(_ files: [String: [UInt8]], _ body: (TemporaryTree) throws -> Void) throws {
        let folder = FileManager.default.temporaryDirectory
            .appending(path: "shoal-sign-\(UUID().uuidString)")
        let tree = TemporaryTree(folder: folder)
        let outcome = Result {
            for (path, bytes) in files { try tree.put(path, bytes) }
            try body(tree)
        }
        try FileManager.default.removeItem(at: folder)
        try outcome.get()
    }

    func path(_ name: String) -> String { folder.appending(path: name).path }

    func put(_ path: String, _ bytes: [UInt8]) throws {
        let file = folder.appending(path: path)
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(bytes).write(to: file)
    }

    func put(_ path: String, _ text: String) throws { try put(path, Array(text.utf8)) }

    /// Signs with a key of the tree's.
    func sign(_ name: String = "", content: String = "", root: String? = nil) throws {
        let keyFile = path("../\(folder.lastPathComponent).key")
        let file = URL(fileURLWithPath: keyFile).standardizedFileURL
        let key = try PublisherKeyFile.create(at: file.path)
        defer { #expect(throws: Never.self) { try FileManager.default.removeItem(at: file) } }
        var command = SignCommand(
            keyFile: file.path, paths: [name.isEmpty ? folder.path : path(name)])
        command.content = content
        command.root = root.map(path)
        try command.run()
        for list in try lists() {
            let signature = try #require(list.value.signature)
            #expect(signature.signer == key.publicKey.value)
            #expect(
                key.publicKey.verifies(
                    signature: signature.bytes, of: list.value.signedBytes))
        }
    }

    /// The lists that were written, by what they are beside.
    func lists() throws -> [String: RootList] {
        var lists: [String: RootList] = [:]
        for file in try PackageTree.files(below: folder.path) where file.hasSuffix(".roots") {
            let bytes = Array(try Data(contentsOf: URL(fileURLWithPath: file)))
            let name = file.dropFirst(folder.path.count + 1).dropLast(".roots".count)
            lists[String(name)] = try RootList(decoding: bytes.span)
        }
        return lists
    }

    static func bytes(_ count: Int, seed: UInt64) -> [UInt8] {
        var random = SeededRandom(seed: seed)
        return random.bytes(count)
    }

    static func root(_ bytes: [UInt8]) throws -> Root {
        let leaves = unsafe bytes.withUnsafeBytes { unsafe HashTree.leaves(of: $0) }
        return try #require(HashTree.root(leaves: leaves, length: bytes.count))
    }

    static func segment(_ bytes: [UInt8]) throws -> RootList.Resource {
        .segment(RootList.SegmentRoot(length: bytes.count, root: try root(bytes)))
    }
}
