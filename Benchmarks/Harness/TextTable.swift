/// Rows of cells in columns: the first to the left, the others to the right.
package struct TextTable: Sendable {
    private var rows: [[String]]

    package init(head: [String]) {
        rows = [head]
    }

    /// Takes as many cells as the head has.
    package mutating func add(_ cells: [String]) {
        rows.append(cells)
    }

    package var text: String {
        let widths = rows[0].indices.map { column in
            rows.map { $0[column].count }.max() ?? 0
        }
        return rows.map { row in
            zip(row, widths).enumerated().map { column, cell in
                let padding = String(repeating: " ", count: cell.1 - cell.0.count)
                return column == 0 ? cell.0 + padding : padding + cell.0
            }.joined(separator: "  ")
        }.joined(separator: "\n")
    }
}
