import Crypto
import Glibc
package import Primitives
import TrackerServer
import TrackerWire

/// What peers of a swarm hold of one track, and how they name it.
package struct SharedMedia: Sendable {
    package struct Segment: Sendable {
        package let number: UInt64
        package let key: SegmentKey
        package let bytes: [UInt8]
        let geometry: ChunkGeometry
        let leaves: [Leaf]
        let root: Root
    }

    package struct Empty: Error {}

    package let swarm: SwarmID
    package let track: TrackID
    /// Numbered from 0 on without a gap.
    package let segments: [Segment]

    package init(
        swarm: SwarmID, track: TrackID, _ segments: [(key: SegmentKey, bytes: [UInt8])]
    ) throws {
        self.swarm = swarm
        self.track = track
        self.segments = try segments.enumerated().map { number, segment in
            let leaves = unsafe segment.bytes.withUnsafeBytes { unsafe HashTree.leaves(of: $0) }
            guard let geometry = ChunkGeometry(length: segment.bytes.count),
                let root = HashTree.root(leaves: leaves, length: segment.bytes.count)
            else { throw Empty() }
            return Segment(
                number: UInt64(number), key: segment.key, bytes: segment.bytes, geometry: geometry,
                leaves: leaves, root: root)
        }
    }

    func id(_ segment: Segment) -> SegmentID { SegmentID(track: track, number: segment.number) }

    func segment(_ id: SegmentID) -> Segment? {
        guard id.track == track, id.number < UInt64(segments.count) else { return nil }
        return segments[Int(id.number)]
    }

    /// Such an attestation as the tracker gives to those that fetched the segment, or gave long ago.
    func attestation(
        of segment: Segment, _ tracker: TrackerAccess, isExpired: Bool = false
    ) -> [UInt8] {
        let now = UInt32(time(nil))
        let end = isExpired ? now - 3_600 : now + 3_600
        let signing = tracker.keys.signing
        return Attestation(
            swarm: swarm, key: segment.key, length: UInt32(segment.bytes.count), root: segment.root,
            generation: 0, notBefore: end - 7_200, notAfter: end, level: .viewers, k: 3,
            keyID: signing.publicKey.value.prefix64, sign: signing.sign
        ).encode()
    }
}
