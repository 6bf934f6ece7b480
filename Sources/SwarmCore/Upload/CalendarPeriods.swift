/// The day and the month, by the UTC calendar, in which a moment of wall time lies.
///
/// Years are taken to begin in March, so that the day that only leap years have comes last in them,
/// and the calendar repeats itself every 400 of them.
struct CalendarPeriods: Sendable {
    static let secondsInDay = 86_400

    /// From the first of March of the year 0.
    private static let daysBefore1970 = 719_468
    private static let daysInEra = 146_097
    /// The end of the year 9999.
    private static let latest: Int64 = 253_402_300_799

    /// Days since 1970-01-01.
    let day: Int
    /// Months since the year 0.
    let month: Int
    let secondsIntoDay: Int
    let secondsIntoMonth: Int
    let secondsInMonth: Int

    /// Times before 1970 and after 9999 count as the first and the last second of those years.
    init(unixTime: Int64) {
        let time = Int(min(max(0, unixTime), Self.latest))
        (day, secondsIntoDay) = time.quotientAndRemainder(dividingBy: Self.secondsInDay)
        month = Self.month(ofDay: day)
        let first = Self.firstDay(ofMonth: month)
        secondsIntoMonth = time - first * Self.secondsInDay
        secondsInMonth = (Self.firstDay(ofMonth: month + 1) - first) * Self.secondsInDay
    }

    var secondsLeftInDay: Int { Self.secondsInDay - secondsIntoDay }

    var secondsLeftInMonth: Int { secondsInMonth - secondsIntoMonth }

    private static func month(ofDay day: Int) -> Int {
        let (era, dayOfEra) = (day + daysBefore1970).quotientAndRemainder(dividingBy: daysInEra)
        let leapDays = dayOfEra / 1_460 - dayOfEra / 36_524 + dayOfEra / 146_096
        let yearOfEra = (dayOfEra - leapDays) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        return (era * 400 + yearOfEra) * 12 + (5 * dayOfYear + 2) / 153 + 2
    }

    private static func firstDay(ofMonth month: Int) -> Int {
        let (year, monthOfYear) = (month - 2).quotientAndRemainder(dividingBy: 12)
        let leapDays = year / 4 - year / 100 + year / 400
        return 365 * year + leapDays + (153 * monthOfYear + 2) / 5 - daysBefore1970
    }
}
