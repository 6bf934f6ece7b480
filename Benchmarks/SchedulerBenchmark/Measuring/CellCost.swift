/// What the inputs of one cell cost.
struct CellCost: Encodable {
    struct Kind: Encodable {
        let kind: InputKind
        let cost: InputCost
    }

    let cell: Cell
    /// All inputs but the rare ones.
    let steady: InputCost
    /// Those that happened.
    let kinds: [Kind]

    init(_ cell: Cell, _ samples: [Samples]) {
        self.cell = cell
        var all = Samples()
        var kinds: [Kind] = []
        for kind in InputKind.allCases where samples[kind.rawValue].count > 0 {
            if !kind.isRare { all.add(samples[kind.rawValue]) }
            kinds.append(Kind(kind: kind, cost: InputCost(samples[kind.rawValue])))
        }
        steady = InputCost(all)
        self.kinds = kinds
    }

    func cost(of kind: InputKind) -> InputCost? {
        kinds.first { $0.kind == kind }?.cost
    }
}
