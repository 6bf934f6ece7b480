package import Primitives

/// What is to become of one chunk of a segment.
package enum ChunkFate: Hashable, Sendable {
    case present
    /// Peers owe it.
    case asked([PeerID])
    /// The origin is to send it, or a part of it.
    case fetched
    case missing
}

extension ScheduleOracle {
    /// The chunks of a segment as far as they are known; one while its length is not.
    package func fates(of segment: SegmentID) -> [ChunkFate] {
        guard let account = segments[segment] else { return [.missing] }
        let fetch = account.fetch.map { $0.offset..<($0.end ?? .max) }
        guard account.chunkCount > 0 else { return [fetch == nil ? .missing : .fetched] }
        return (0..<account.chunkCount).map { chunk in
            let bytes = account.bytes(of: chunk)
            if account.missing(in: bytes).isEmpty { return .present }
            let request = PeerAccount.Request(segment: segment, chunk: chunk)
            let asked = peers.filter { $0.value.outstanding.contains(request) }.keys.sorted()
            if !asked.isEmpty { return .asked(asked) }
            return fetch?.overlaps(bytes) ?? false ? .fetched : .missing
        }
    }
}
