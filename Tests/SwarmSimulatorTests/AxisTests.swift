import Testing

@testable import SwarmSimulator

@Suite struct AxisTests {
    @Test(arguments: [
        (0.0, "0 0.2"), (1, "0 0.2 0.4 0.6 0.8 1"), (3, "0 1 2 3"), (5, "0 1 2 3 4 5"),
        (7, "0 2 4 6 8"), (47, "0 10 20 30 40 50"), (1_234, "0 500 1000 1500"),
        (52_000, "0 20,000 40,000 60,000"),
    ])
    func `equal steps that read well`(_ highest: Double, _ labels: String) {
        let axis = Axis.linear(to: highest)
        #expect(axis.ticks.map(\.label).joined(separator: " ") == labels)
        #expect(axis.position(of: 0) == 0)
        #expect(axis.position(of: highest) <= 1)
    }

    @Test func `steps of ten`() {
        let axis = Axis.logarithmic(from: 1, to: 1_000)
        #expect(axis.ticks.map(\.label) == ["1", "10", "100", "1000"])
        #expect(axis.position(of: 1) == 0)
        #expect(abs(axis.position(of: 10) - 1 / 3.0) < 1e-9)
        #expect(axis.position(of: 1_000) == 1)
        #expect(axis.position(of: 0) == 0)
        #expect(
            Axis.logarithmic(from: 0.03, to: 20).ticks.map(\.label) == [
                "0.01", "0.1", "1", "10", "100",
            ])
    }

    @Test func `a nine more is a step higher`() {
        let axis = Axis.nines(to: 0.999)
        #expect(axis.ticks.map(\.label) == ["0 %", "90 %", "99 %", "99.9 %"])
        #expect(axis.position(of: 0) == 0)
        #expect(abs(axis.position(of: 0.9) - 1 / 3.0) < 1e-9)
        #expect(abs(axis.position(of: 0.999) - 1) < 1e-9)
        #expect(axis.position(of: 1) == axis.position(of: 0.999))
        #expect(axis.position(of: -3) == 0)
    }

    @Test(arguments: [
        (20.0, "0 5 10 15 20"), (90, "0 15 30 45 60 75 90"), (600, "0 2 4 6 8 10"),
        (4_800, "0 10 20 30 40 50 60 70 80"), (36_000, "0 2 4 6 8 10"),
    ])
    func `time in the unit that suits it`(_ seconds: Double, _ labels: String) {
        let axis = Axis.time(length: seconds)
        #expect(axis.ticks.map(\.label).joined(separator: " ") == labels)
        #expect(axis.position(of: seconds) == 1)
    }
}
