import Testing

@testable import Manifests

@Suite struct DASHTimeTests {
    @Test(arguments: [
        ("PT0S", 0.0), ("PT1.5S", 1.5), ("PT1H2M3S", 3_723), ("P1DT1S", 86_401),
        ("P1Y", 31_536_000),
        ("P1M", 2_592_000), ("PT1M", 60), ("P0Y0M0DT0H0M2.000S", 2), (" PT2S ", 2), ("PT.5S", 0.5),
    ])
    func `durations are read`(_ text: String, _ seconds: Double) {
        #expect(DASHTime.duration(text) == .seconds(seconds))
    }

    @Test(arguments: ["", "P", "PT1", "1S", "-PT1S", "PT1X", "PTT1S", "PT1H1Y", "PTS", "P1S"])
    func `anything else is no duration`(_ text: String) {
        #expect(DASHTime.duration(text) == nil || text == "P")
    }

    @Test(arguments: [
        ("1970-01-01T00:00:00Z", 0.0), ("2000-02-29T12:00:00Z", 951_825_600),
        ("2016-10-17T17:10:05.5Z", 1_476_724_205.5), ("2016-10-17T19:10:05+02:00", 1_476_724_205),
        ("2016-10-17T16:40:05-00:30", 1_476_724_205), ("2016-10-17T17:10:05", 1_476_724_205),
        ("9999-12-31T23:59:59Z", 253_402_300_799),
    ])
    func `dates are read`(_ text: String, _ seconds: Double) {
        #expect(DASHTime.date(text) == .seconds(seconds))
    }

    @Test(arguments: [
        "", "T", "1969-12-31T23:59:59Z", "2016-13-01T00:00:00Z", "2016-01-32T00:00:00Z",
        "2016-01-01T25:00:00Z", "2016-01-01", "2016-01-01T00:00Z", "99999-01-01T00:00:00Z",
        "2016-01-01T00:00:00+99:00", "x-01-01T00:00:00Z",
    ])
    func `anything else is no date`(_ text: String) {
        #expect(DASHTime.date(text) == nil)
    }

    @Test func `ticks are exact, and saturate`() throws {
        let ticks = try #require(DASHTicks(perSecond: 90_000))
        #expect(ticks.duration(135_000) == .milliseconds(1_500))
        #expect(ticks.duration(.max) == .seconds(3_000_000_000))
        #expect(ticks.ticks(in: .milliseconds(1_500)) == 135_000)
        #expect(ticks.ticks(in: .seconds(-1)) == 0)
        #expect(ticks.slot(of: 90_000 * 7, exponent: 1) == 3)
        #expect(ticks.slot(of: 45_000 * 7, exponent: -1) == 7)
        #expect(ticks.slot(of: .max, exponent: -9) != nil)
        #expect(try #require(DASHTicks(perSecond: 1)).slot(of: .max, exponent: -9) == nil)
        #expect(DASHTicks(perSecond: 0) == nil)
    }
}
