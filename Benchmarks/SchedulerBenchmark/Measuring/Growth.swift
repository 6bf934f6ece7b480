/// How much more one kind of input costs at the far end of an axis.
struct Growth: Encodable {
    enum Axis: String, Encodable, CaseIterable {
        case peers
        case window
    }

    let axis: Axis
    let kind: InputKind
    let small: Cell
    let large: Cell
    let factor: Double

    /// Fewer inputs have no mean worth comparing.
    private static let fewest = 100

    /// Nil where one of the cells has too few inputs of the kind.
    init?(_ kind: InputKind, _ axis: Axis, from small: CellCost, to large: CellCost) {
        guard let low = small.cost(of: kind), let high = large.cost(of: kind),
            min(low.inputs, high.inputs) >= Self.fewest
        else { return nil }
        self.axis = axis
        self.kind = kind
        self.small = small.cell
        self.large = large.cell
        factor = Self.measure(high) / Self.measure(low)
    }

    /// Instructions, which are the same on a busy machine; times where they are not counted.
    private static func measure(_ cost: InputCost) -> Double {
        // What takes no time that a clock shows has not grown from nothing.
        cost.instructions > 0 ? cost.instructions : max(cost.usual, leastNanoseconds)
    }

    private static let leastNanoseconds = 200.0
}
