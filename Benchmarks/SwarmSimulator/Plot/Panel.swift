/// One of the diagrams that stand above each other: lines over time.
struct Panel {
    struct Line {
        let color: Color
        let points: [Point]
    }

    struct Point {
        let seconds: Double
        let value: Double
    }

    let title: String
    let axis: Axis
    /// Drawn in their order: the last lies on top.
    let lines: [Line]
    /// What the theory allows, drawn across.
    let mark: Double?
}
