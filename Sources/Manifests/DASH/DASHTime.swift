import Primitives

/// Times as XML Schema writes them; no input traps.
package enum DASHTime {
    /// An `xs:duration` such as `PT1H2M3.5S`; nil if it is negative or none.
    ///
    /// A month is 30 days and a year 365: an MPD says nothing that depends on it.
    static func duration(_ text: String) -> Duration? {
        var rest = Array(text.utf8)[...]
        rest = ASCIINumber.trimmed(rest)
        guard rest.popFirst() == UInt8(ascii: "P"), !rest.isEmpty else { return nil }
        var isTime = false
        var sum = Duration.zero
        while let first = rest.first {
            if first == UInt8(ascii: "T") {
                guard !isTime else { return nil }
                isTime = true
                rest.removeFirst()
                continue
            }
            let number = rest.prefix { $0.isASCIIDigit || $0 == UInt8(ascii: ".") }
            rest = rest.dropFirst(number.count)
            guard let unit = rest.popFirst(), let value = ASCIINumber.seconds(number),
                let scale = scale(of: unit, isTime: isTime)
            else { return nil }
            // The value is at most three thousand million.
            sum = min(sum + value * scale, longest)
        }
        return sum
    }

    private static let longest = Duration.seconds(3_000_000_000)

    private static func scale(of unit: UInt8, isTime: Bool) -> Int? {
        switch (unit, isTime) {
        case (UInt8(ascii: "Y"), false): 365 * 86_400
        case (UInt8(ascii: "M"), false): 30 * 86_400
        case (UInt8(ascii: "D"), false): 86_400
        case (UInt8(ascii: "H"), true): 3_600
        case (UInt8(ascii: "M"), true): 60
        case (UInt8(ascii: "S"), true): 1
        case _: nil
        }
    }

    /// How long after 1970 an `xs:dateTime` is; nil before that or if it is none.
    ///
    /// Without a zone it is UTC.
    package static func date(_ text: String) -> Duration? {
        let bytes = ASCIINumber.trimmed(Array(text.utf8)[...])
        let halves = bytes.split(separator: UInt8(ascii: "T"), omittingEmptySubsequences: false)
        guard halves.count == 2 else { return nil }
        let day = halves[0].split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
            .map { ASCIINumber.integer($0) }
        guard day.count == 3, let year = day[0], let month = day[1], let date = day[2],
            (1970...9999).contains(year), (1...12).contains(month), (1...31).contains(date)
        else { return nil }
        let signs = [UInt8(ascii: "Z"), UInt8(ascii: "+"), UInt8(ascii: "-")]
        let zone = halves[1].firstIndex(where: signs.contains) ?? halves[1].endIndex
        let clock = halves[1][..<zone].split(
            separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
        guard clock.count == 3, let hour = ASCIINumber.integer(clock[0]),
            let minute = ASCIINumber.integer(clock[1]), let second = ASCIINumber.seconds(clock[2]),
            hour <= 24, minute < 60, second >= .zero, second < .seconds(62),
            let offset = offset(halves[1][zone...])
        else { return nil }
        let seconds = days(year, month, date) * 86_400 + (hour * 60 + minute - offset) * 60
        return .seconds(seconds) + second
    }

    /// Minutes east of Greenwich.
    private static func offset(_ zone: ArraySlice<UInt8>) -> Int? {
        guard let sign = zone.first, sign != UInt8(ascii: "Z") else { return 0 }
        let parts = zone.dropFirst().split(separator: UInt8(ascii: ":")).map {
            ASCIINumber.integer($0)
        }
        guard parts.count == 2, let hour = parts[0], let minute = parts[1], hour <= 14, minute < 60
        else { return nil }
        return (sign == UInt8(ascii: "-") ? -1 : 1) * (hour * 60 + minute)
    }

    /// Days since the first of January 1970 in the Gregorian calendar.
    private static func days(_ year: Int, _ month: Int, _ day: Int) -> Int {
        // Years that begin in March have their leap day at the end.
        let shifted = month > 2 ? year : year - 1
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        return shifted * 365 + shifted / 4 - shifted / 100 + shifted / 400 + dayOfYear - 719_468
    }
}
