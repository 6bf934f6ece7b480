import CSodium
package import Primitives

/// The hash tree that fixes a segment's bytes: BLAKE2b-256 with an own name for leaf, node and root.
package enum HashTree {
    private static let leafDomain = Array("seg-leaf-v1\0\0\0\0\0".utf8)
    private static let nodeDomain = Array("seg-node-v1\0\0\0\0\0".utf8)
    private static let rootDomain = Array("seg-root-v1\0\0\0\0\0".utf8)

    /// The hash of one chunk at its place in the segment.
    package static func leaf(chunkIndex: Int, bytes: UnsafeRawBufferPointer) -> Leaf {
        Leaf(unsafe hash(bytes, salt: UInt64(chunkIndex), domain: leafDomain))
    }

    /// The leaves of a whole segment.
    package static func leaves(of segment: UnsafeRawBufferPointer) -> [Leaf] {
        guard let geometry = ChunkGeometry(length: segment.count) else { return [] }
        return (0..<geometry.chunkCount).map { index in
            let chunk = unsafe UnsafeRawBufferPointer(
                rebasing: segment[geometry.bytes(ofChunk: index)])
            return unsafe leaf(chunkIndex: index, bytes: chunk)
        }
    }

    /// Nil unless there are exactly as many leaves as a segment of `length` bytes has chunks.
    ///
    /// Without that check the nodes of one level could pass for the leaves of a shorter segment.
    package static func root(leaves: [Leaf], length: Int) -> Root? {
        guard let geometry = ChunkGeometry(length: length), leaves.count == geometry.chunkCount
        else { return nil }
        var level = leaves.map(\.value)
        while level.count > 1 {
            var above: [Bytes32] = []
            above.reserveCapacity((level.count + 1) / 2)
            for left in stride(from: 0, to: level.count, by: 2) {
                let isPaired = left + 1 < level.count
                above.append(isPaired ? node(level[left], level[left + 1]) : level[left])
            }
            level = above
        }
        return Root(root(top: level[0], length: UInt64(length)))
    }

    private static func node(_ left: Bytes32, _ right: Bytes32) -> Bytes32 {
        let pair = (
            left.words.0.bigEndian, left.words.1.bigEndian,
            left.words.2.bigEndian, left.words.3.bigEndian,
            right.words.0.bigEndian, right.words.1.bigEndian,
            right.words.2.bigEndian, right.words.3.bigEndian
        )
        return unsafe withUnsafeBytes(of: pair) {
            unsafe hash($0, salt: 0, domain: nodeDomain)
        }
    }

    private static func root(top: Bytes32, length: UInt64) -> Bytes32 {
        let littleEndianLength = (0..<8).map { UInt8(truncatingIfNeeded: length >> (8 * $0)) }
        let message = littleEndianLength + [UInt8(ChunkGeometry.chunkLog)] + top.bytes
        return unsafe message.withUnsafeBytes { unsafe hash($0, salt: 0, domain: rootDomain) }
    }

    private static func hash(
        _ message: UnsafeRawBufferPointer, salt: UInt64, domain: [UInt8]
    ) -> Bytes32 {
        let paddedSalt = (salt.littleEndian, UInt64(0))
        Sodium.started
        return unsafe Bytes32 { hash in
            unsafe withUnsafeBytes(of: paddedSalt) { salt in
                _ = unsafe crypto_generichash_blake2b_salt_personal(
                    hash, Bytes32.count,
                    message.baseAddress?.assumingMemoryBound(to: UInt8.self), UInt64(message.count),
                    nil, 0,
                    salt.baseAddress?.assumingMemoryBound(to: UInt8.self), domain)
            }
        }
    }
}
