import PeerWire
import Primitives

/// Shares chunks among peers so that all of them finish at about the same time.
struct ChunkSharing: Sendable {
    struct Source: Sendable {
        let peer: PeerID
        /// Chunks that the peer may be asked for now.
        let free: Int
        /// The peer has the chunks below this one.
        let chunkLimit: Int
        /// Seconds until the peer could deliver a first chunk more, without its own time.
        let backlog: Double
        let secondsPerChunk: Double

        /// Seconds until `count` more chunks have come.
        func seconds(for count: Int) -> Double { backlog + Double(count) * secondsPerChunk }
    }

    struct Share: Hashable, Sendable {
        let peer: PeerID
        let run: ChunkRun
    }

    /// Returns runs of `chunks`, earlier chunks first; what fits no peer's window is left out.
    static func shares(of chunks: RangeSet<Int>, among sources: [Source]) -> [Share] {
        var quotas = quotas(for: chunks, among: sources)
        var shares: [Share] = []
        var run: Range<Int>?
        var current: Int?
        func close() {
            guard let current, let run else { return }
            shares.append(Share(peer: sources[current].peer, run: ChunkRun(run)))
        }
        for chunk in chunks.ranges.lazy.joined() {
            guard quotas.contains(where: { $0 > 0 }) else { break }
            let stays =
                current.map {
                    quotas[$0] > 0 && sources[$0].chunkLimit > chunk
                        && run?.upperBound == chunk && (run?.count ?? 0) < ChunkRun.largestCount
                } ?? false
            if !stays {
                close()
                run = nil
                current = next(for: chunk, quotas, sources)
            }
            guard let current else { continue }
            quotas[current] -= 1
            run = (run?.lowerBound ?? chunk)..<chunk + 1
        }
        close()
        return shares
    }

    /// How many chunks each source gets: one by one to the one that would be done first.
    private static func quotas(
        for chunks: RangeSet<Int>, among sources: [Source]
    ) -> [Int] {
        let total = chunks.ranges.reduce(0) { $0 + $1.count }
        // A peer that needs longer for one chunk than the fastest needs for all only delays.
        let enough = sources.lazy.map { $0.seconds(for: total) }.min() ?? 0
        var quotas = [Int](repeating: 0, count: sources.count)
        for _ in 0..<total {
            let best = sources.indices.lazy
                .filter { quotas[$0] < sources[$0].free }
                .map { (index: $0, seconds: sources[$0].seconds(for: quotas[$0] + 1)) }
                .min { $0.seconds < $1.seconds }
            guard let best, best.seconds <= enough else { break }
            quotas[best.index] += 1
        }
        return quotas
    }

    /// The source for a run that begins at `chunk`: one that has little first, as it can give
    /// only early chunks; then the one that is to give most.
    private static func next(for chunk: Int, _ quotas: [Int], _ sources: [Source]) -> Int? {
        sources.indices.lazy
            .filter { quotas[$0] > 0 && sources[$0].chunkLimit > chunk }
            .min { (sources[$0].chunkLimit, -quotas[$0]) < (sources[$1].chunkLimit, -quotas[$1]) }
    }
}
