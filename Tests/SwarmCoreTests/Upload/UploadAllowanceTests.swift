import Primitives
import Testing

@testable import SwarmCore

@Suite struct UploadAllowanceTests {
    private static let chunk = ChunkGeometry.chunkSize
    /// 2026-02-28 23:00:00 UTC.
    private static let evening: Int64 = 1_772_319_600
    private static let hour: Int64 = 3_600

    private func allowance(
        isMetered: Bool = false, at unixTime: Int64 = Self.evening,
        _ change: (inout UploadLimits) -> Void = { _ in }
    ) -> UploadAllowance {
        var limits = UploadLimits()
        change(&limits)
        return UploadAllowance(
            limits: limits, isMetered: isMetered, at: .start, unixTime: unixTime)
    }

    /// Draws until there is nothing left; returns how much there was.
    private func exhaust(_ allowance: inout UploadAllowance, at unixTime: Int64) -> Int {
        var total = 0
        while case .granted(let grant) = allowance.draw(
            .max, at: .start, unixTime: unixTime)
        {
            total += grant.bytes
        }
        return total
    }

    // MARK: Calendar

    @Test(
        arguments: [
            (0, 0, 1970 * 12, 31), (1_772_319_600, 20_512, 2026 * 12 + 1, 28),
            (1_772_323_199, 20_512, 2026 * 12 + 1, 28), (1_772_323_200, 20_513, 2026 * 12 + 2, 31),
            (1_709_164_800, 19_782, 2024 * 12 + 1, 29), (951_782_400, 11_016, 2000 * 12 + 1, 29),
            (4_107_542_399, 47_540, 2100 * 12 + 1, 28), (4_107_542_400, 47_541, 2100 * 12 + 2, 31),
            (1_798_761_599, 20_818, 2026 * 12 + 11, 31), (1_798_761_600, 20_819, 2027 * 12, 31),
            (.min, 0, 1970 * 12, 31), (.max, 2_932_896, 9999 * 12 + 11, 31),
        ] as [(Int64, Int, Int, Int)])
    func `days and months follow the calendar`(
        _ unixTime: Int64, _ day: Int, _ month: Int, _ daysInMonth: Int
    ) {
        let periods = CalendarPeriods(unixTime: unixTime)
        #expect(periods.day == day)
        #expect(periods.month == month)
        #expect(periods.secondsInMonth == daysInMonth * 86_400)
    }

    @Test func `each month begins where the one before it ends, for four centuries`() {
        var time: Int64 = 0
        for month in 0..<4_800 {
            let periods = CalendarPeriods(unixTime: time)
            #expect(periods.month == 1970 * 12 + month)
            #expect(periods.secondsIntoMonth == 0)
            time += Int64(periods.secondsInMonth)
            let last = CalendarPeriods(unixTime: time - 1)
            #expect(last.month == periods.month && last.secondsLeftInMonth == 1)
        }
    }

    // MARK: Caps

    @Test(arguments: [0, 1, 2, 3, 40, 1_000], [0, 1, 20_000])
    func `a cap is reached to the chunk and never passed`(_ chunks: Int, _ rest: Int) {
        let cap = chunks * Self.chunk + rest
        for isMonth in [false, true] {
            var allowance = allowance {
                if isMonth { $0.bytesPerMonth = cap } else { $0.bytesPerDay = cap }
            }
            let given = exhaust(&allowance, at: Self.evening)
            #expect(given == chunks * Self.chunk)
            #expect(allowance.usage.bytesToday == given)
            #expect(allowance.usage.bytesThisMonth == given)
        }
    }

    @Test func `one chunk past the cap is refused until the day ends`() {
        var allowance = allowance { $0.bytesPerDay = 2 * Self.chunk }
        for _ in 0..<2 {
            let answer = allowance.draw(Self.chunk, at: .start, unixTime: Self.evening)
            guard case .granted(let grant) = answer else {
                Issue.record("\(answer)")
                return
            }
            #expect(grant.bytes == Self.chunk)
        }
        let next = allowance.draw(1, at: .start, unixTime: Self.evening)
        #expect(next == .refused(retryAfter: .seconds(3_600)))
        let last = allowance.draw(1, at: .start, unixTime: Self.evening + Self.hour - 1)
        #expect(last == .refused(retryAfter: .seconds(1)))
        #expect(exhaust(&allowance, at: Self.evening + Self.hour) == 2 * Self.chunk)
    }

    @Test func `a month rolls over where its days do, and not before`() {
        var allowance = allowance(at: Self.evening - 24 * Self.hour) {
            $0.bytesPerDay = 10 * Self.chunk
            $0.bytesPerMonth = 14 * Self.chunk
        }
        #expect(exhaust(&allowance, at: Self.evening - 24 * Self.hour) == 10 * Self.chunk)
        // The next day is the month's last.
        #expect(exhaust(&allowance, at: Self.evening) == 4 * Self.chunk)
        let answer = allowance.draw(1, at: .start, unixTime: Self.evening)
        #expect(answer == .refused(retryAfter: .seconds(3_600)))
        #expect(exhaust(&allowance, at: Self.evening + Self.hour) == 10 * Self.chunk)
        #expect(allowance.usage.bytesThisMonth == 10 * Self.chunk)
    }

    @Test func `near a cap nobody is given all that is left`() {
        var allowance = allowance { $0.bytesPerDay = 80 * Self.chunk }
        let answer = allowance.draw(.max, at: .start, unixTime: Self.evening)
        guard case .granted(let grant) = answer else {
            Issue.record("\(answer)")
            return
        }
        #expect(grant.bytes == 20 * Self.chunk)
    }

    @Test func `what is given back can be had again, on the same day`() {
        var allowance = allowance {
            $0.bytesPerDay = Self.chunk
            $0.bytesPerMonth = 3 * Self.chunk
        }
        for _ in 0..<3 {
            let answer = allowance.draw(1, at: .start, unixTime: Self.evening)
            guard case .granted(let grant) = answer else {
                Issue.record("\(answer)")
                return
            }
            allowance.giveBack(grant)
            #expect(allowance.usage.bytesToday == 0)
        }
        guard
            case .granted(let old) = allowance.draw(1, at: .start, unixTime: Self.evening),
            case .granted = allowance.draw(1, at: .start, unixTime: Self.evening + Self.hour)
        else {
            Issue.record("there was some left")
            return
        }
        allowance.giveBack(old)
        #expect(allowance.usage.bytesToday == Self.chunk)
    }

    @Test func `a clock that is set back, or was never set, frees nothing`() {
        var allowance = allowance { $0.bytesPerDay = Self.chunk }
        #expect(exhaust(&allowance, at: Self.evening) == Self.chunk)
        #expect(exhaust(&allowance, at: Self.evening - 24 * Self.hour) == 0)
        #expect(exhaust(&allowance, at: 60) == 0)
        #expect(exhaust(&allowance, at: Self.evening - 24 * Self.hour) == 0)
        #expect(exhaust(&allowance, at: Self.evening) == Self.chunk)
    }

    // MARK: Link and rate

    @Test func `a metered link is not used, unless the application lets it be`() {
        var refusing = allowance(isMetered: true)
        let wanted = Self.chunk
        expect(
            refusing.draw(wanted, at: .start, unixTime: Self.evening), is: .refused(retryAfter: nil)
        )
        refusing.setMetered(false)
        expect(
            refusing.draw(wanted, at: .start, unixTime: Self.evening),
            is: .granted(UploadGrant(bytes: wanted, day: 20_512)))
        refusing.setMetered(true)
        expect(
            refusing.draw(wanted, at: .start, unixTime: Self.evening), is: .refused(retryAfter: nil)
        )
        var allowing = allowance(isMetered: true) { $0.allowsMetered = true }
        expect(
            allowing.draw(wanted, at: .start, unixTime: Self.evening),
            is: .granted(UploadGrant(bytes: wanted, day: 20_512)))
    }

    @Test(arguments: [1, 20_000, 32_768, 1_000_000, 100_000_000])
    func `a rate is kept in the long run, and no burst is long`(_ rate: Int) {
        var allowance = allowance { $0.bytesPerSecond = rate }
        var now = Moment.start
        var given = 0
        let end = Moment.start + .seconds(60)
        while now < end {
            switch allowance.draw(4 << 20, at: now, unixTime: Self.evening) {
            case .granted(let grant):
                #expect(grant.bytes <= max(Self.chunk, rate / 4))
                given += grant.bytes
            case .later(let time):
                #expect(time > .zero)
                now = now + time
            case .refused:
                Issue.record("nothing is capped")
                return
            }
        }
        let most = 60 * rate + 2 * max(Self.chunk, rate / 4)
        #expect(given <= most && given >= 60 * rate - max(Self.chunk, rate / 4))
    }

    @Test func `a rate of nothing is no upload, and can be raised`() {
        var allowance = allowance { $0.bytesPerSecond = 0 }
        #expect(exhaust(&allowance, at: Self.evening) == 0)
        allowance.setRate(nil, at: .start)
        expect(
            allowance.draw(Self.chunk, at: .start, unixTime: Self.evening),
            is: .granted(UploadGrant(bytes: Self.chunk, day: 20_512)))
    }

    // MARK: What the operator allows

    @Test func `the operator's cap holds beside the application's, the lower of both`() {
        func burst(of rate: Int) -> Int {
            var allowance = self.allowance { $0.bytesPerSecond = rate }
            return exhaust(&allowance, at: Self.evening)
        }
        var allowance = allowance { $0.bytesPerSecond = 1_000_000 }
        var ceiling = UploadCeiling()
        ceiling.bytesPerSecond = 400_000
        allowance.setCeiling(ceiling, at: .start)
        #expect(exhaust(&allowance, at: Self.evening) == burst(of: 400_000))
        allowance.setRate(200_000, at: .start)
        #expect(exhaust(&allowance, at: Self.evening) == burst(of: 200_000))
        allowance.setRate(nil, at: .start)
        #expect(exhaust(&allowance, at: Self.evening) == burst(of: 400_000))
        // What is told again is no new burst.
        allowance.setCeiling(ceiling, at: .start)
        #expect(exhaust(&allowance, at: Self.evening) == 0)
        allowance.setCeiling(UploadCeiling(), at: .start)
        #expect(
            allowance.draw(8 << 20, at: .start, unixTime: Self.evening)
                == .granted(UploadGrant(bytes: 8 << 20, day: 20_512)))
    }

    @Test func `a metered link is used if application and operator let it be`() {
        var allowance = allowance(isMetered: true) { $0.allowsMetered = true }
        var ceiling = UploadCeiling()
        ceiling.allowsMetered = false
        allowance.setCeiling(ceiling, at: .start)
        let refused = allowance.draw(Self.chunk, at: .start, unixTime: Self.evening)
        #expect(refused == .refused(retryAfter: nil))
        allowance.setMetered(false)
        let granted = allowance.draw(Self.chunk, at: .start, unixTime: Self.evening)
        #expect(granted == .granted(UploadGrant(bytes: Self.chunk, day: 20_512)))
    }

    // MARK: Another process

    @Test func `the count goes on where it was written down`() {
        var first = allowance { $0.bytesPerDay = 4 * Self.chunk }
        _ = first.draw(Self.chunk, at: .start, unixTime: Self.evening)
        var second = allowance { $0.bytesPerDay = 4 * Self.chunk }
        second.resume(first.usage)
        #expect(exhaust(&second, at: Self.evening) == 3 * Self.chunk)
    }

    /// At noon of the 16th of a month of 30 days, half of the day and 15.5 days are over.
    @Test func `of a count that was lost, as much counts as the time that has passed`() {
        let noon: Int64 = 1_776_340_800
        var allowance = allowance(at: noon) {
            $0.bytesPerDay = 100 * Self.chunk
            $0.bytesPerMonth = 3_000 * Self.chunk
        }
        allowance.resumeFromLoss(unixTime: noon)
        #expect(allowance.usage.isEstimated)
        #expect(allowance.usage.bytesToday == 50 * Self.chunk)
        #expect(allowance.usage.bytesThisMonth == 1_550 * Self.chunk)
        #expect(exhaust(&allowance, at: noon) == 50 * Self.chunk)
        allowance.passTime(unixTime: noon + 24 * Self.hour)
        #expect(allowance.usage.isEstimated)
        allowance.passTime(unixTime: noon + 15 * 24 * Self.hour)
        #expect(!allowance.usage.isEstimated)
        #expect(allowance.usage.bytesThisMonth == 0)
    }
}
