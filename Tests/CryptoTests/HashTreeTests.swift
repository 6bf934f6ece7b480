import Crypto
import Primitives
import TestSupport
import Testing

@Suite struct HashTreeTests {
    /// Byte i of the data is i mod 251; computed with libsodium and with Python.
    @Test(arguments: [
        (1, "2b6e4a4eff62bd98a844c167911b2f1a1e2e4fe65aa6a39de35253b2c1f1a784"),
        (32_767, "defa9005a58863e37b34aa16c1f37b6903c9bf688302f317a27e9aa49491ae0e"),
        (32_768, "66ef143b7924dc0e2ca914bac9fc2654b092399a3b935e724678fc8d87d2486c"),
        (32_769, "d129e6bd3864037b2fa464c5b684172c57673accbd666605ec330d81ab8e8725"),
        (98_304, "dd6de9aa7b315a218e72a32b4ef006347ff7d2d9591b399ae7dc37e0194ea804"),
        (100_000, "c55fe10b6b38e783a0ff9403fc09db07ccbef3cd9c7d15d53697ade99bff4139"),
        (1_048_577, "3ddfc7f465cd5b3cfc66f2319de9d561e76a863db29678031c62ce66861f1b50"),
        (3_750_000, "dd9d366e6d61fc55f8657c1442f76fff59c967fc9d313964c37d1bfc0bfc8bfd"),
    ])
    func `the published roots come out`(length: Int, root: String) {
        let segment = (0..<length).map { UInt8($0 % 251) }
        #expect(Self.root(of: segment)?.value.hex == root)
    }

    @Test func `an empty segment has no leaves and no root`() {
        #expect(Self.root(of: []) == nil)
    }

    @Test func `the nodes of one level do not pass for the leaves of the same length`() {
        let segment = [UInt8](repeating: 7, count: 4 * ChunkGeometry.chunkSize)
        let leaves = unsafe segment.withUnsafeBytes { unsafe HashTree.leaves(of: $0) }
        #expect(HashTree.root(leaves: leaves, length: segment.count) != nil)
        #expect(HashTree.root(leaves: Array(leaves.prefix(2)), length: segment.count) == nil)
        #expect(HashTree.root(leaves: leaves + leaves, length: segment.count) == nil)
    }

    @Test func `a chunk has another leaf at another place`() {
        let chunk = [UInt8](repeating: 1, count: 100)
        unsafe chunk.withUnsafeBytes { chunk in
            let leaves = (0..<300).map { unsafe HashTree.leaf(chunkIndex: $0, bytes: chunk) }
            #expect(Set(leaves).count == leaves.count)
        }
    }

    static func root(of segment: [UInt8]) -> Root? {
        unsafe segment.withUnsafeBytes {
            unsafe HashTree.root(leaves: HashTree.leaves(of: $0), length: segment.count)
        }
    }
}
