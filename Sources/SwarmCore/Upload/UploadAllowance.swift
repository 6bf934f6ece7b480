package import Primitives

/// Says how many bytes a client may upload: by rate, by day and month, and not over a metered link.
///
/// Bytes are granted in whole chunks, and count then; those that were not sent are given back. Where
/// less than a chunk is left of a cap, nothing is.
package struct UploadAllowance: Sendable {
    package enum Answer: Hashable, Sendable {
        case granted(UploadGrant)
        /// The rate allows no more before that time.
        case later(Duration)
        /// A cap is used up until its period ends; nil: uploads are not wanted at all, for now.
        case refused(retryAfter: Duration?)
    }

    package private(set) var usage: UploadUsage
    package private(set) var isMetered: Bool
    private var limits: UploadLimits
    private var ceiling = UploadCeiling()
    private var bucket: TokenBucket?

    /// What the rate allows at once: this share of a second's bytes.
    private static let burst = 0.25

    package init(limits: UploadLimits, isMetered: Bool, at now: Moment, unixTime: Int64) {
        self.limits = limits
        self.isMetered = isMetered
        usage = UploadUsage(unixTime: unixTime)
        bucket = Self.bucket(for: limits.bytesPerSecond, at: now)
    }

    /// Goes on counting from what an earlier process wrote down, before anything is drawn.
    package mutating func resume(_ usage: UploadUsage) { self.usage = usage }

    /// What an earlier process wrote down is lost: as much counts as uploaded as would be by now if
    /// the caps were used evenly.
    package mutating func resumeFromLoss(unixTime: Int64) {
        usage = UploadUsage(lostAt: unixTime, limits: limits)
    }

    /// Asks for up to `wanted` bytes.
    package mutating func draw(_ wanted: Int, at now: Moment, unixTime: Int64) -> Answer {
        let periods = CalendarPeriods(unixTime: unixTime)
        usage.advance(to: periods, unixTime: unixTime)
        guard !isMetered || limits.allowsMetered && ceiling.allowsMetered, rate ?? 1 > 0 else {
            return .refused(retryAfter: nil)
        }
        let month = limits.bytesPerMonth.map { $0 - usage.bytesThisMonth } ?? .max
        guard month >= ChunkGeometry.chunkSize else {
            return .refused(retryAfter: .seconds(periods.secondsLeftInMonth))
        }
        let day = limits.bytesPerDay.map { $0 - usage.bytesToday } ?? .max
        guard day >= ChunkGeometry.chunkSize else {
            return .refused(retryAfter: .seconds(periods.secondsLeftInDay))
        }
        // The last bytes of a cap are not all given to the first who asks.
        var bytes = min(wanted, min(day, month) / 4)
        if let rate { bytes = min(bytes, Self.burstBytes(of: rate)) }
        bytes = max(1, bytes / ChunkGeometry.chunkSize) * ChunkGeometry.chunkSize
        guard bucket?.spend(Double(bytes), at: now) ?? true else {
            return .later((bucket?.ready(after: now) ?? now) - now)
        }
        usage.add(bytes)
        return .granted(UploadGrant(bytes: bytes, day: usage.day))
    }

    package mutating func giveBack(_ grant: UploadGrant) {
        bucket?.giveBack(Double(grant.bytes))
        if grant.day == usage.day { usage.subtract(grant.bytes) }
    }

    /// Lets a new day or month begin in `usage`.
    package mutating func passTime(unixTime: Int64) {
        usage.advance(to: CalendarPeriods(unixTime: unixTime), unixTime: unixTime)
    }

    package mutating func setMetered(_ isMetered: Bool) { self.isMetered = isMetered }

    /// Caps the rate anew.
    package mutating func setRate(_ bytesPerSecond: Int?, at now: Moment) {
        limits.bytesPerSecond = bytesPerSecond
        bucket = Self.bucket(for: rate, at: now)
    }

    /// The operator allows this from now on.
    package mutating func setCeiling(_ ceiling: UploadCeiling, at now: Moment) {
        guard self.ceiling != ceiling else { return }
        self.ceiling = ceiling
        bucket = Self.bucket(for: rate, at: now)
    }

    /// The lower of what application and operator allow.
    private var rate: Int? {
        guard let most = ceiling.bytesPerSecond else { return limits.bytesPerSecond }
        return min(most, limits.bytesPerSecond ?? most)
    }

    private static func bucket(for rate: Int?, at now: Moment) -> TokenBucket? {
        rate.map { rate in
            TokenBucket(
                rate: Double(max(1, rate)), burst: Double(burstBytes(of: rate)), at: now)
        }
    }

    private static func burstBytes(of rate: Int) -> Int {
        max(ChunkGeometry.chunkSize, Int(Double(rate) * burst))
    }
}
