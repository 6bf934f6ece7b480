import Crypto
import PeerWire
import Primitives

/// The segment that is sent over and over, the same in both processes.
struct BenchmarkSegment: Sendable {
    let id = SegmentID(track: TrackID(1), number: 1)
    let leaves: [Leaf]
    private let bytes: [UInt8]
    private let geometry: ChunkGeometry

    init() {
        let length = 4 << 20
        var random = SeededRandom(seed: 1)
        bytes = (0..<length).map { _ in UInt8(truncatingIfNeeded: random.next()) }
        leaves = unsafe bytes.withUnsafeBytes { unsafe HashTree.leaves(of: $0) }
        guard let geometry = ChunkGeometry(length: length) else {
            preconditionFailure("a segment of 4 MiB can be shared")
        }
        self.geometry = geometry
    }

    func withChunk(_ index: Int, _ body: (UnsafeRawBufferPointer) -> Void) {
        unsafe bytes.withUnsafeBytes { segment in
            unsafe body(
                UnsafeRawBufferPointer(rebasing: segment[geometry.bytes(ofChunk: index)]))
        }
    }

    /// The header of the chunk sent as number `count`.
    func header(at count: Int) -> ChunkHeader {
        ChunkHeader(segment: id, chunk: UInt32(count % geometry.chunkCount))
    }

    /// Whether a data record holds the chunk that its header names.
    func verifies(_ record: UnsafeRawBufferPointer) throws(WireError) -> Bool {
        let message = try PeerMessage(
            decoding: unsafe record.assumingMemoryBound(to: UInt8.self).span)
        guard case .data(let header) = message, header.segment == id else { return false }
        let chunk = unsafe UnsafeRawBufferPointer(rebasing: record[ChunkHeader.encodedSize...])
        let leaf = unsafe HashTree.leaf(chunkIndex: Int(header.chunk), bytes: chunk)
        return leaf == leaves[Int(header.chunk)]
    }
}
