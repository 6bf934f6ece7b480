import CInstructionCount

/// What the inputs of all cells of a grid cost, and how that grows along its axes.
struct GridCost: Encodable {
    private static let rounds = 10

    let areInstructionsCounted: Bool
    let cells: [CellCost]
    let growth: [Growth]

    /// Measures all cells in turn, a part of each at a time, so that what else the machine does
    /// hits all of them alike.
    init(measuring grid: Grid) {
        let counts = instruction_count_start()
        var swarms = grid.cells.map { Swarm($0, probe: Probe(countsInstructions: counts)) }
        for index in swarms.indices { swarms[index].warmUp(grid.warmUp, films: grid.films) }
        for index in swarms.indices { swarms[index].probe.isRecording = true }
        for _ in 0..<Self.rounds {
            for index in swarms.indices { swarms[index].run(grid.inputs / Self.rounds) }
        }
        let cells = swarms.map { CellCost($0.cell, $0.probe.samples) }
        areInstructionsCounted = counts
        self.cells = cells
        growth = Self.growth(in: grid, of: cells)
    }

    private static func growth(in grid: Grid, of cells: [CellCost]) -> [Growth] {
        let costs = Dictionary(uniqueKeysWithValues: cells.map { ($0.cell, $0) })
        var growth: [Growth] = []
        for (axis, small, large) in grid.ends {
            guard let small = costs[small], let large = costs[large] else { continue }
            for kind in InputKind.allCases where !kind.isRare && !kind.carriesWindow {
                if let grown = Growth(kind, axis, from: small, to: large) { growth.append(grown) }
            }
        }
        return growth
    }

    /// The most that a kind of input grows along an axis, in any trace and at any place.
    func worst(_ kind: InputKind, _ axis: Growth.Axis) -> Growth? {
        growth.filter { $0.kind == kind && $0.axis == axis }.max { $0.factor < $1.factor }
    }
}
