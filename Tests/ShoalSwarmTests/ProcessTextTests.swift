import Foundation
import Testing

@testable import shoal_swarm

@Suite struct ProcessTextTests {
    @Test func `lines are whole whatever the pieces`() {
        let text = Data("one\ntwo\n\nthrée\nfo".utf8)
        for size in 1...text.count {
            var splitter = LineSplitter()
            let lines = stride(from: 0, to: text.count, by: size).flatMap { start in
                splitter.add(text[start..<min(start + size, text.count)])
            }
            #expect(lines == ["one", "two", "thrée"])
            #expect(splitter.add(Data("ur\n".utf8)) == ["four"])
        }
    }

    @Test func `a long log is shown at both ends`() {
        let lines = (1...20).map { "line \($0)" }
        let excerpt = LogFile.excerpt(of: lines.joined(separator: "\n"))
        #expect(excerpt.count == 17)
        #expect(excerpt[8] == "(4 lines left out)")
        #expect(excerpt.first == "line 1")
        #expect(excerpt.last == "line 20")
        #expect(LogFile.excerpt(of: "\n") == ["(it wrote nothing)"])
    }

    @Test(
        arguments: [
            ("out_time_us=1500000", 1.5), ("out_time_us=N/A", nil), ("out_time=00:00:01.5", nil),
            ("progress=end", nil),
        ] as [(String, Double?)])
    func `progress is what ffmpeg says it made`(_ line: String, _ seconds: Double?) {
        #expect(GeneratedMedia.secondsMade(line) == seconds)
    }
}
