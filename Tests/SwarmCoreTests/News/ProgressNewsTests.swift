import Primitives
import SwarmCore
import Testing

@Suite struct ProgressNewsTests {
    private func told(
        _ reports: [(at: Double, position: Double, rate: Double)]
    ) -> [Double] {
        var news = ProgressNews()
        return reports.filter { report in
            let player = PlayerState(
                position: .seconds(report.position), buffer: .seconds(9), rate: report.rate)
            return news.moved(to: player, at: .start + .seconds(report.at))
        }.map(\.at)
    }

    @Test func `a player that plays on is told of rarely`() {
        let reports = (0...60).map { (at: Double($0), position: Double($0) + 100, rate: 1.0) }
        #expect(told(reports) == [0, 25, 50])
    }

    @Test func `a player that falls behind is told of once it is a second off`() {
        #expect(told([(0, 0, 1), (1, 0.5, 1), (2, 0.9, 1), (3, 1.9, 1)]) == [0, 2])
    }

    @Test func `a pause is told of, but not twice within half a second`() {
        #expect(told([(0, 0, 1), (0.25, 0.25, 0), (0.5, 0.25, 0), (9, 0.25, 0)]) == [0, 0.5])
    }

    @Test func `a jump is told of at once`() {
        #expect(told([(0, 50, 1), (0.1, 90, 1), (0.2, 10, 1)]) == [0, 0.1, 0.2])
    }
}
