/// Panels above each other over one axis of time, with a heading and one legend.
struct Plot {
    struct Entry {
        let label: String
        let color: Color
    }

    private static let width = 960.0
    private static let left = 84.0
    private static let right = 28.0
    private static let firstPanel = 118.0
    private static let panelHeight = 168.0
    private static let panelDistance = 52.0
    private static let foot = 52.0
    private static let tickLength = 5.0

    let title: String
    let subtitle: String
    let legend: [Entry]
    /// Named in the legend where a panel has a mark.
    let markLabel: String
    let panels: [Panel]
    /// Of the time axis, in seconds.
    let length: Double
    /// Seconds at the start that do not count; they are shaded.
    let warmUp: Double

    var svg: String {
        let panelsHeight =
            Double(panels.count) * (Self.panelHeight + Self.panelDistance) - Self.panelDistance
        let height = Self.firstPanel + panelsHeight + Self.foot
        var svg = SVG(width: Self.width, height: height, title: title)
        svg.rectangle(
            x: 0, y: 0, width: Self.width, height: height, fill: .paper, radius: 8)
        svg.text(title, x: 24, y: 34, size: 18, bold: true)
        svg.text(subtitle, x: 24, y: 55, size: 12, color: .faint)
        drawLegend(into: &svg)
        for (index, panel) in panels.enumerated() {
            let top = Self.firstPanel + Double(index) * (Self.panelHeight + Self.panelDistance)
            draw(panel, top: top, isLast: index == panels.count - 1, into: &svg)
        }
        return svg.document
    }

    private func drawLegend(into svg: inout SVG) {
        var x = 24.0
        for entry in legend {
            svg.line([(x, 78), (x + 22, 78)], color: entry.color, width: 3)
            svg.text(entry.label, x: x + 29, y: 82, size: 12.5)
            // Letters differ in width and their font is the reader's: enough for a wide one.
            x += 29 + Double(entry.label.count) * 7.2 + 24
        }
        if panels.contains(where: { $0.mark != nil }) {
            svg.line([(x, 78), (x + 22, 78)], color: .red, width: 1.5, dash: "5 4")
            svg.text(markLabel, x: x + 29, y: 82, size: 12.5)
        }
    }

    private func draw(_ panel: Panel, top: Double, isLast: Bool, into svg: inout SVG) {
        let bottom = top + Self.panelHeight
        let end = Self.width - Self.right
        func height(of value: Double) -> Double {
            bottom - panel.axis.position(of: value) * Self.panelHeight
        }
        svg.text(panel.title, x: Self.left, y: top - 10, size: 13, bold: true)
        let time = Axis.time(length: length)
        svg.rectangle(
            x: Self.left, y: top, width: time.position(of: warmUp) * (end - Self.left),
            height: Self.panelHeight, fill: .shade)
        for tick in panel.axis.ticks {
            let y = height(of: tick.value)
            svg.line([(Self.left, y), (end, y)], color: .grid)
            svg.text(
                tick.label, x: Self.left - 9, y: y + 4, size: 11, color: .faint, anchor: .end)
        }
        drawTime(bottom: bottom, top: top, isLast: isLast, into: &svg)
        svg.rectangle(
            x: Self.left, y: top, width: end - Self.left, height: Self.panelHeight, fill: nil,
            stroke: .frame)
        for line in panel.lines {
            let points = line.points.map { point in
                (
                    x: Self.left + time.position(of: point.seconds) * (end - Self.left),
                    y: height(of: point.value)
                )
            }
            svg.line(points, color: line.color, width: 1.8)
        }
        if let mark = panel.mark {
            let y = height(of: mark)
            svg.line([(Self.left, y), (end, y)], color: .red, width: 1.5, dash: "5 4")
        }
    }

    private func drawTime(bottom: Double, top: Double, isLast: Bool, into svg: inout SVG) {
        let end = Self.width - Self.right
        let time = Axis.time(length: length)
        for tick in time.ticks {
            let x = Self.left + time.position(of: tick.value) * (end - Self.left)
            svg.line([(x, top), (x, bottom)], color: .grid)
            svg.line([(x, bottom), (x, bottom + Self.tickLength)], color: .frame)
            guard isLast else { continue }
            svg.text(
                tick.label, x: x, y: bottom + 19, size: 11, color: .faint, anchor: .middle)
        }
        guard isLast else { return }
        if warmUp > 0 {
            svg.text("warm-up", x: Self.left + 5, y: top + 14, size: 11, color: .faint)
        }
        svg.text(
            "time (\(TimeUnit.suiting(seconds: length).symbol))", x: (Self.left + end) / 2,
            y: bottom + 38, size: 12, color: .faint, anchor: .middle)
    }
}
