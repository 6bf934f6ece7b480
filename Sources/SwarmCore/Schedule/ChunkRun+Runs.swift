import PeerWire

extension ChunkRun {
    /// The runs that cover chunks given in ascending order.
    static func runs(of chunks: [Int]) -> [ChunkRun] {
        var runs: [ChunkRun] = []
        var open: Range<Int>?
        for chunk in chunks {
            if let run = open, run.upperBound == chunk, run.count < largestCount {
                open = run.lowerBound..<chunk + 1
            } else {
                if let run = open { runs.append(ChunkRun(run)) }
                open = chunk..<chunk + 1
            }
        }
        if let run = open { runs.append(ChunkRun(run)) }
        return runs
    }
}
