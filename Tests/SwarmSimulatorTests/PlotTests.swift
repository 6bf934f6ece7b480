import Foundation
import FoundationXML
import SwarmSimulation
import Testing

@testable import SwarmSimulator

@Suite struct PlotTests {
    /// Counts elements, and collects words, of a document that an XML parser accepts.
    private final class Reader: NSObject, XMLParserDelegate {
        private(set) var elements: [String: Int] = [:]
        private(set) var words = ""

        init(_ text: String) throws {
            super.init()
            let parser = XMLParser(data: Data(text.utf8))
            parser.delegate = self
            try #require(parser.parse(), "not XML")
        }

        func parser(
            _ parser: XMLParser, didStartElement element: String, namespaceURI: String?,
            qualifiedName: String?, attributes: [String: String] = [:]
        ) {
            elements[element, default: 0] += 1
        }

        func parser(_ parser: XMLParser, foundCharacters text: String) { words += text }
    }

    @Test func `a document that stands alone`() throws {
        let svg = ComparisonPlot(.sample()).plot.svg
        let reader = try Reader(svg)
        #expect(reader.elements["svg"] == 1)
        #expect(Set(reader.elements.keys) == ["svg", "title", "rect", "polyline", "text"])
        // The name space is the only address in it.
        #expect(svg.components(separatedBy: "http").count == 2)
    }

    @Test func `each policy has a line in each panel and a name in the legend`() throws {
        let plot = ComparisonPlot(.sample()).plot
        #expect(plot.panels.map(\.lines.count) == [4, 4, 4])
        for line in plot.panels.flatMap(\.lines) { #expect(line.points.count == 30) }
        let words = try Reader(plot.svg).words
        for policy in SimulationPolicy.allCases { #expect(words.contains(policy.label)) }
        #expect(Set(plot.legend.map(\.color)).count == 4)
        #expect(words.contains("bound, 99.9 %"))
        #expect(words.contains("time (min)"))
    }

    @Test func `the first policy lies on top`() {
        let plot = ComparisonPlot(.sample(policies: [.neighbourLocal, .cdnOnly])).plot
        #expect(
            plot.panels.map(\.lines.last?.color) == Array(repeating: plot.legend[0].color, count: 3)
        )
    }

    @Test func `only the offload has a bound`() {
        let plot = ComparisonPlot(.sample()).plot
        #expect(plot.panels.map(\.mark) == [0.999, nil, nil])
    }

    @Test func `everything lies within its panel`() throws {
        let svg = ComparisonPlot(.sample()).plot.svg
        for points in svg.matches(of: /points="([^"]*)"/) {
            for point in points.output.1.split(separator: " ") {
                let parts = point.split(separator: ",").compactMap { Double($0) }
                try #require(parts.count == 2)
                #expect((0...960).contains(parts[0]) && (0...800).contains(parts[1]))
            }
        }
    }

    @Test func `a run without samples is still a plot`() throws {
        var plan = SimulationPlan.vod(viewers: 3)
        plan.duration = .seconds(2)
        let comparison = Comparison(plan, [(result: SimulationResult(), seconds: 0)])
        #expect(try Reader(ComparisonPlot(comparison).plot.svg).elements["svg"] == 1)
    }

    @Test func `words are escaped`() throws {
        var svg = SVG(width: 10, height: 10, title: "a < b & c")
        svg.text("1 > 0 & \"so on\"", x: 0, y: 0)
        #expect(try Reader(svg.document).words.contains("a < b & c"))
        #expect(try Reader(svg.document).words.contains("1 > 0 & \"so on\""))
    }
}
