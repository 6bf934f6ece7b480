/// What was uploaded on the current day and in the current month, by the UTC calendar.
///
/// Small enough to be written down whenever it changes, so that the caps outlive the process.
package struct UploadUsage: Codable, Hashable, Sendable {
    /// Days since 1970-01-01.
    package private(set) var day: Int
    package private(set) var bytesToday: Int
    /// Months since the year 0.
    package private(set) var month: Int
    package private(set) var bytesThisMonth: Int
    /// Whether part of the month's bytes is a guess, because what had been written down was lost.
    package private(set) var isEstimated: Bool

    /// A clock that says less has not been set yet: no time for a new period to begin.
    private static let earliestTime: Int64 = 1_735_689_600  // 2025-01-01
    private static let mostBytes = 1 << 60

    /// Nothing was uploaded.
    package init(unixTime: Int64) {
        let periods = CalendarPeriods(unixTime: unixTime)
        day = periods.day
        month = periods.month
        bytesToday = 0
        bytesThisMonth = 0
        isEstimated = false
    }

    /// As much as would have been uploaded by now if the caps were used evenly.
    init(lostAt unixTime: Int64, limits: UploadLimits) {
        self.init(unixTime: unixTime)
        let periods = CalendarPeriods(unixTime: unixTime)
        bytesToday = Self.share(
            of: limits.bytesPerDay, periods.secondsIntoDay, CalendarPeriods.secondsInDay)
        bytesThisMonth = Self.share(
            of: limits.bytesPerMonth, periods.secondsIntoMonth, periods.secondsInMonth)
        isEstimated = true
    }

    /// Whether it can have been counted, rather than be what a broken file happened to say.
    package var isPlausible: Bool {
        day >= 0 && month >= 0 && (0...Self.mostBytes).contains(bytesToday)
            && (0...Self.mostBytes).contains(bytesThisMonth)
    }

    /// Begins a new day or month if it is time.
    ///
    /// A clock that was set back changes no count: it goes on in the period that the clock says.
    mutating func advance(to periods: CalendarPeriods, unixTime: Int64) {
        guard unixTime >= Self.earliestTime else { return }
        if periods.month > month {
            bytesThisMonth = 0
            isEstimated = false
        }
        if periods.day > day { bytesToday = 0 }
        month = periods.month
        day = periods.day
    }

    mutating func add(_ bytes: Int) {
        bytesToday = min(bytesToday + bytes, Self.mostBytes)
        bytesThisMonth = min(bytesThisMonth + bytes, Self.mostBytes)
    }

    mutating func subtract(_ bytes: Int) {
        bytesToday = max(0, bytesToday - bytes)
        bytesThisMonth = max(0, bytesThisMonth - bytes)
    }

    private static func share(of cap: Int?, _ elapsed: Int, _ whole: Int) -> Int {
        guard let cap else { return 0 }
        return Int(Double(min(cap, mostBytes)) * (Double(elapsed) / Double(whole)))
    }
}
