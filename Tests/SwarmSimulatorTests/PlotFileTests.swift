import Foundation
import Testing

@testable import SwarmSimulator

@Suite struct PlotFileTests {
    private let plot = ComparisonPlot(.sample()).plot

    @Test func `a file is written, and written again`() throws {
        let url = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).svg")
        defer { #expect(throws: Never.self) { try FileManager.default.removeItem(at: url) } }
        for _ in 0..<2 { try PlotFile(url.path).write(plot) }
        #expect(try String(contentsOf: url, encoding: .utf8) == plot.svg)
    }

    @Test(arguments: ["/nowhere/plot.svg", "/tmp", "/tmp/"])
    func `what cannot be written is told before the run`(_ path: String) {
        #expect(throws: PlotFile.Failure.self) { try PlotFile(path) }
    }
}
