import Foundation

/// An SVG document that is written element by element; it needs no script, style sheet or font file.
struct SVG {
    enum Anchor: String {
        case start
        case middle
        case end
    }

    private let width: Double
    private let height: Double
    private let title: String
    private var elements: [String] = []

    init(width: Double, height: Double, title: String) {
        self.width = width
        self.height = height
        self.title = title
    }

    mutating func rectangle(
        x: Double, y: Double, width: Double, height: Double, fill: Color?, stroke: Color? = nil,
        radius: Double = 0
    ) {
        elements.append(
            #"<rect x="\#(Self.text(x))" y="\#(Self.text(y))" width="\#(Self.text(width))""#
                + #" height="\#(Self.text(height))" rx="\#(Self.text(radius))""#
                + #" fill="\#(fill?.rawValue ?? "none")" stroke="\#(stroke?.rawValue ?? "none")"/>"#
        )
    }

    mutating func line(
        _ points: [(x: Double, y: Double)], color: Color, width: Double = 1, dash: String? = nil
    ) {
        let path = points.map { "\(Self.text($0.x)),\(Self.text($0.y))" }.joined(separator: " ")
        let dashes = dash.map { #" stroke-dasharray="\#($0)""# } ?? ""
        elements.append(
            #"<polyline points="\#(path)" fill="none" stroke="\#(color.rawValue)""#
                + #" stroke-width="\#(Self.text(width))" stroke-linejoin="round"\#(dashes)/>"#)
    }

    mutating func text(
        _ text: String, x: Double, y: Double, size: Double = 12, color: Color = .text,
        anchor: Anchor = .start, bold: Bool = false
    ) {
        elements.append(
            #"<text x="\#(Self.text(x))" y="\#(Self.text(y))" font-size="\#(Self.text(size))""#
                + #" fill="\#(color.rawValue)" text-anchor="\#(anchor.rawValue)""#
                + (bold ? #" font-weight="600""# : "") + ">\(Self.escaped(text))</text>")
    }

    var document: String {
        let size = #"width="\#(Self.text(width))" height="\#(Self.text(height))""#
        let box = #"viewBox="0 0 \#(Self.text(width)) \#(Self.text(height))""#
        let font =
            #"font-family="system-ui, -apple-system, 'Segoe UI', Roboto, 'DejaVu Sans', sans-serif""#
        let head =
            #"<svg xmlns="http://www.w3.org/2000/svg" \#(size) \#(box) \#(font) role="img">"#
        return ([head, "<title>\(Self.escaped(title))</title>"] + elements + ["</svg>", ""])
            .joined(separator: "\n")
    }

    /// A tenth of a pixel is more than an eye sees.
    private static func text(_ number: Double) -> String {
        let text = String(format: "%.1f", number)
        return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
    }

    private static func escaped(_ text: String) -> String {
        text.replacing("&", with: "&amp;").replacing("<", with: "&lt;")
            .replacing(">", with: "&gt;")
    }
}
