import Crypto
import Primitives
import TestSupport

@testable import Engine

/// The true bytes of one segment, and what a notary would say of them.
struct TestSegment: Sendable {
    let bytes: [UInt8]
    let geometry: ChunkGeometry
    let leaves: [Leaf]
    let root: Root

    init(length: Int, seed: UInt64) throws {
        var random = SeededRandom(seed: seed)
        try self.init(random.bytes(length))
    }

    init(_ bytes: [UInt8]) throws {
        self.bytes = bytes
        leaves = unsafe bytes.withUnsafeBytes { unsafe HashTree.leaves(of: $0) }
        guard let geometry = ChunkGeometry(length: bytes.count),
            let root = HashTree.root(leaves: leaves, length: bytes.count)
        else { throw Empty() }
        self.geometry = geometry
        self.root = root
    }

    struct Empty: Error {}

    var length: Int { bytes.count }

    var proof: SegmentProof {
        SegmentProof(
            attestation: [UInt8](repeating: 0, count: 188), root: root, geometry: geometry,
            leaves: leaves)
    }

    func chunk(_ index: Int) -> [UInt8] { Array(bytes[geometry.bytes(ofChunk: index)]) }
}
