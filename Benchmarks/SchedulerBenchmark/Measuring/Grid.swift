/// The cells that are measured, and how often.
struct Grid: Equatable {
    private let peers: [Int]
    private let windows: [Int]
    /// Inputs of a cell before any counts: by then all memory has grown.
    let warmUp: Int
    /// Films that are seen to their end before that: the more, the less memory is still to grow.
    let films: Int
    /// Inputs of a cell that count.
    let inputs: Int

    /// Corners, for CI; a film of 3,000 segments alone, seen to its end among 512 peers, takes minutes.
    static let quick = Grid(
        peers: [8, 512], windows: [30, 1_000], warmUp: 500_000, films: 2, inputs: 100_000)
    static let full = Grid(
        peers: [8, 32, 128, 512], windows: [30, 300, 3_000], warmUp: 500_000, films: 1,
        inputs: 200_000)

    /// One cell of each trace, for a profiler.
    static func single(peers: Int, window: Int) -> Grid {
        Grid(
            peers: [peers], windows: [window], warmUp: 500_000, films: 1, inputs: 100_000)
    }

    var cells: [Cell] {
        Cell.Trace.allCases.flatMap { trace in
            peers.flatMap { peers in
                windows.map { Cell(trace: trace, peers: peers, window: $0) }
            }
        }
    }

    /// The cells at both ends of each axis, for every place on the other one.
    var ends: [(axis: Growth.Axis, small: Cell, large: Cell)] {
        guard let few = peers.first, let many = peers.last, let short = windows.first,
            let long = windows.last
        else { return [] }
        var ends: [(axis: Growth.Axis, small: Cell, large: Cell)] = []
        for trace in Cell.Trace.allCases {
            func cell(_ peers: Int, _ window: Int) -> Cell {
                Cell(trace: trace, peers: peers, window: window)
            }
            if few < many { ends += windows.map { (.peers, cell(few, $0), cell(many, $0)) } }
            if short < long { ends += peers.map { (.window, cell($0, short), cell($0, long)) } }
        }
        return ends
    }
}
