/// A date as cookies carry it: RFC 6265, section 5.1.1, which takes the fields in any order.
struct CookieDate: Hashable, Sendable {
    let unixTime: Int

    init?(_ text: String) {
        var time: (hour: Int, minute: Int, second: Int)?
        var day: Int?
        var month: Int?
        var year: Int?
        let tokens = text.split { !($0.isLetter || $0.isNumber || $0 == ":") }
        for token in tokens {
            if time == nil, let parsed = Self.time(token) {
                time = parsed
            } else if day == nil, token.utf8.count <= 2, let number = token.decimalNumber {
                day = number
            } else if month == nil, let parsed = Self.month(token) {
                month = parsed
            } else if year == nil, (2...4).contains(token.utf8.count),
                let number = token.decimalNumber
            {
                year = Self.fullYear(number)
            }
        }
        guard let time, let day, let month, let year, (1...31).contains(day), year >= 1601 else {
            return nil
        }
        let days = Self.daysSince1970(year: year, month: month, day: day)
        unixTime = days * 86_400 + time.hour * 3600 + time.minute * 60 + time.second
    }

    private static func time(_ token: Substring) -> (Int, Int, Int)? {
        let parts = token.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 3, parts.allSatisfy({ $0.utf8.count <= 2 }),
            let hour = parts[0].decimalNumber, let minute = parts[1].decimalNumber,
            let second = parts[2].decimalNumber, hour < 24, minute < 60, second < 60
        else { return nil }
        return (hour, minute, second)
    }

    private static func month(_ token: Substring) -> Int? {
        let names = [
            "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec",
        ]
        return names.firstIndex(of: token.prefix(3).asciiLowercased).map { $0 + 1 }
    }

    private static func fullYear(_ number: Int) -> Int {
        switch number {
        case 0...69: number + 2000
        case 70...99: number + 1900
        default: number
        }
    }

    /// Days of the proleptic Gregorian calendar, counted in years that begin with March.
    private static func daysSince1970(year: Int, month: Int, day: Int) -> Int {
        let marchYear = month > 2 ? year : year - 1
        let era = marchYear / 400
        let yearOfEra = marchYear % 400
        let dayOfYear = (153 * ((month + 9) % 12) + 2) / 5 + day - 1
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        return era * 146_097 + dayOfEra - 719_468
    }
}
