import PeerWire

/// Memory that inputs use again and again; empty between them as far as anybody may know.
struct ScheduleScratch: Sendable {
    var candidates: [Candidate] = []
    /// The first of the candidates that has room is asked, whoever would be faster.
    var isInOrder = false
    /// Chunks in ascending order.
    var chunks: [Int] = []
    var records: [RecordSlot] = []
    /// By chunk of a live segment: candidates that have it, if nobody was asked for it.
    var sources: [Int] = []

    init() {
        chunks.reserveCapacity(ChunkRun.largestCount)
    }

    @inline(__always)
    mutating func readAhead() -> Int { candidates.count &+ chunks.count &+ sources.count }

    /// The end in `chunks` of the consecutive ones that begin at a place in it.
    func endOfRun(from place: Int) -> Int {
        var end = place + 1
        while end < chunks.count, chunks[end] == chunks[end - 1] + 1,
            end - place < ChunkRun.largestCount
        {
            end += 1
        }
        return end
    }
}
