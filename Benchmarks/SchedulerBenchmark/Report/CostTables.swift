import Foundation
import Harness

/// What a grid cost, for people: first by cell, then by kind of input.
struct CostTables {
    private let cost: GridCost

    init(_ cost: GridCost) {
        self.cost = cost
    }

    var text: String {
        let counted =
            cost.areInstructionsCounted
            ? "Growth is that of instructions." : "Instructions: not counted; growth is of times."
        return [
            "Microseconds for a decision, by cell, without the rare inputs", cellTable,
            "By kind of input, over all cells; below the line the rare ones", kindTable, counted,
        ].joined(separator: "\n\n")
    }

    private var cellTable: String {
        var table = TextTable(
            head: [
                "peers × segments", "inputs", "p50", "p99", "allocations", "instructions",
            ])
        for cell in cost.cells {
            table.add([
                cell.cell.name, "\(cell.steady.inputs)",
                Number.microseconds(cell.steady.nanoseconds.p50),
                Number.microseconds(cell.steady.nanoseconds.p99), "\(cell.steady.allocations)",
                cost.areInstructionsCounted
                    ? String(format: "%.0f", cell.steady.instructions) : "not counted",
            ])
        }
        return table.text
    }

    /// For each kind, the figures of the cells where it is slowest, and the most that it grows.
    private var kindTable: String {
        var table = TextTable(
            head: [
                "input", "inputs", "p50", "to", "p99", "allocations", "by", "more peers",
                "more segments",
            ])
        for isRare in [false, true] {
            if isRare { table.add(Array(repeating: "-", count: 9)) }
            for kind in InputKind.allCases where kind.isRare == isRare { add(kind, to: &table) }
        }
        return table.text
    }

    private func add(_ kind: InputKind, to table: inout TextTable) {
        let costs = cost.cells.compactMap { $0.cost(of: kind) }
        let medians = costs.map(\.nanoseconds.p50)
        guard let least = medians.min(), let most = medians.max(),
            let p99 = costs.map(\.nanoseconds.p99).max()
        else { return }
        let inputs = costs.reduce(0) { $0 + $1.inputs }
        let allocating = costs.reduce(0) { $0 + $1.allocating }
        table.add([
            kind.name, "\(inputs)", Number.microseconds(least), Number.microseconds(most),
            Number.microseconds(p99), "\(costs.reduce(0) { $0 + $1.allocations })",
            Number.share(allocating, of: inputs), Number.factor(cost.worst(kind, .peers)?.factor),
            Number.factor(cost.worst(kind, .window)?.factor),
        ])
    }
}
