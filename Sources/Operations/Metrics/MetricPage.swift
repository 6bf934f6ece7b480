package import Primitives

/// The numbers of a service at one moment, as Prometheus reads them: its text format, version 0.0.4.
///
/// Names and labels are this program's own, and what they must look like is a condition; whatever text a
/// label's value has is escaped. A label never has a value that strangers choose: no URL, no peer.
package struct MetricPage: Sendable {
    package static let contentType = "text/plain; version=0.0.4; charset=utf-8"

    package enum Kind: String, Sendable {
        case counter
        case gauge
        case histogram
    }

    /// A name and its value, in the order in which they are written.
    package typealias Labels = KeyValuePairs<String, String>

    private var lines: [String] = []
    private var names: Set<String> = []

    package init() {}

    package var text: String { lines.map { $0 + "\n" }.joined() }

    /// One number that only grows.
    package mutating func counter(_ name: String, _ help: String, _ value: Int) {
        family(name, .counter, help) { $0.sample(value) }
    }

    /// One number that goes up and down.
    package mutating func gauge(_ name: String, _ help: String, _ value: Double) {
        family(name, .gauge, help) { $0.sample(value) }
    }

    package mutating func gauge(_ name: String, _ help: String, _ value: Int) {
        family(name, .gauge, help) { $0.sample(value) }
    }

    /// All samples of one name, which follow each other.
    package mutating func family(
        _ name: String, _ kind: Kind, _ help: String, _ body: (inout MetricFamily) -> Void
    ) {
        precondition(Self.isName(name), "\"\(name)\" is no name of a metric")
        precondition(names.insert(name).inserted, "\(name) is written twice")
        precondition(
            (kind == .counter) == name.hasSuffix("_total"),
            "counters end with _total, and only they")
        var family = MetricFamily(name: name, kind: kind)
        body(&family)
        lines.append("# HELP \(name) \(Self.escaped(help, quotes: false))")
        lines.append("# TYPE \(name) \(kind.rawValue)")
        lines += family.lines
    }

    static func isName(_ text: String) -> Bool {
        guard let first = text.utf8.first, first != UInt8(ascii: "_") else { return false }
        return !(UInt8(ascii: "0")...UInt8(ascii: "9")).contains(first)
            && text.utf8.allSatisfy { byte in
                byte == UInt8(ascii: "_")
                    || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
                    || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
            }
    }

    static func escaped(_ text: String, quotes: Bool) -> String {
        var escaped = ""
        for character in text.unicodeScalars {
            switch character {
            case "\\": escaped += "\\\\"
            case "\n": escaped += "\\n"
            case "\"" where quotes: escaped += "\\\""
            default: escaped.unicodeScalars.append(character)
            }
        }
        return escaped
    }
}

/// The samples of one metric.
package struct MetricFamily {
    private let name: String
    private let kind: MetricPage.Kind
    fileprivate private(set) var lines: [String] = []

    fileprivate init(name: String, kind: MetricPage.Kind) {
        self.name = name
        self.kind = kind
    }

    package mutating func sample(_ value: Int, _ labels: MetricPage.Labels = [:]) {
        precondition(kind != .histogram, "a histogram is no single number")
        write("", labels, "\(value)")
    }

    package mutating func sample(_ value: Double, _ labels: MetricPage.Labels = [:]) {
        precondition(kind != .histogram, "a histogram is no single number")
        write("", labels, Self.text(of: value))
    }

    package mutating func sample(_ histogram: Histogram, _ labels: MetricPage.Labels = [:]) {
        precondition(kind == .histogram, "\(name) is no histogram")
        var sum = 0
        for (bound, count) in zip(histogram.bounds + [.infinity], histogram.counts) {
            sum += count
            write("_bucket", labels, "\(sum)", bound: Self.text(of: bound))
        }
        write("_sum", labels, Self.text(of: histogram.sum))
        write("_count", labels, "\(sum)")
    }

    private mutating func write(
        _ suffix: String, _ labels: MetricPage.Labels, _ value: String, bound: String? = nil
    ) {
        var parts = labels.map { label, value in
            precondition(MetricPage.isName(label) && label != "le", "\"\(label)\" is no label")
            return "\(label)=\"\(MetricPage.escaped(value, quotes: true))\""
        }
        if let bound { parts.append("le=\"\(bound)\"") }
        let list = parts.isEmpty ? "" : "{\(parts.joined(separator: ","))}"
        lines.append("\(name)\(suffix)\(list) \(value)")
    }

    private static func text(of value: Double) -> String {
        if value == .infinity { return "+Inf" }
        if value == -.infinity { return "-Inf" }
        return value.isNaN ? "NaN" : "\(value)"
    }
}
