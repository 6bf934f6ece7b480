import Crypto
import Foundation
import Primitives
import Testing

/// Compares with `Oracle/hash_tree.py`, which has the design note and nothing else in common with us.
@Suite struct HashTreeOracleTests {
    @Test(.enabled(if: pythonIsHere, "python3 is not here"), .timeLimit(.minutes(2)))
    func `an independent implementation finds the same roots`() throws {
        let seed = UInt64.random(in: 0..<1 << 32)
        var random = SeededRandom(seed: seed)
        let longest = 8 << 20
        let lengths = (0..<1_000).map { _ in
            // Mostly short: they are as telling as long ones, and sooner hashed.
            1 + Int(Double(longest - 1) * pow(Double.random(in: 0...1, using: &random), 6))
        }
        let segment = (0..<longest).map { UInt8(($0 &+ Int(seed)) % 251) }

        let expected = try oracleRoots(seed: seed, lengths: lengths)
        #expect(expected.count == lengths.count)
        for (length, root) in zip(lengths, expected) {
            let ours = unsafe segment.withUnsafeBytes { segment in
                let bytes = unsafe UnsafeRawBufferPointer(rebasing: segment[..<length])
                return unsafe HashTree.root(leaves: HashTree.leaves(of: bytes), length: length)
            }
            #expect(ours?.value.hex == root, "seed \(seed), length \(length)")
        }
    }

    private static var pythonIsHere: Bool {
        let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
        return path.split(separator: ":").contains {
            FileManager.default.isExecutableFile(atPath: "\($0)/python3")
        }
    }

    private func oracleRoots(seed: UInt64, lengths: [Int]) throws -> [String] {
        let script = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "Oracle/hash_tree.py")
        let (input, output) = (Pipe(), Pipe())
        let python = Process()
        python.executableURL = URL(filePath: "/usr/bin/env")
        python.arguments = ["python3", script.path]
        python.standardInput = input
        python.standardOutput = output
        try python.run()
        let words = [String(seed)] + lengths.map(String.init)
        try input.fileHandleForWriting.write(contentsOf: Data(words.joined(separator: " ").utf8))
        try input.fileHandleForWriting.close()
        let answer = try #require(try output.fileHandleForReading.readToEnd())
        python.waitUntilExit()
        #expect(python.terminationStatus == 0)
        return String(decoding: answer, as: UTF8.self).split(separator: "\n").map(String.init)
    }
}
