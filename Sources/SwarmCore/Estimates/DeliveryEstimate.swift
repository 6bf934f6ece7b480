import Primitives

/// How fast one peer delivers chunks: the time a chunk adds to its queue, and the round trip.
struct DeliveryEstimate: Sendable {
    private var service = MovingEstimate(assumed: 1.0 / 32)
    private var roundTrip = MovingEstimate(assumed: 0.1)
    private var deliveredAt: Moment?

    /// However steady a peer is, it is not called late within this time of being due.
    private static let tolerance = 0.25

    /// Seconds that one more chunk adds.
    var secondsPerChunk: Double { max(service.mean, 1e-5) }

    /// Whether any chunk has told how fast the peer is.
    var isMeasured: Bool { service.isMeasured }

    var roundTripSeconds: Double { roundTrip.mean }

    /// A chunk arrived; `wasAlone` says that nothing was queued before it when it was asked for.
    mutating func delivered(askedAt: Moment, wasAlone: Bool, at now: Moment) {
        let since = max(askedAt, deliveredAt ?? askedAt)
        deliveredAt = now
        if wasAlone {
            let own = service.isMeasured ? service.mean : 0
            roundTrip.add(max(0, now.seconds(since: askedAt) - own))
        } else {
            service.add(now.seconds(since: since))
        }
    }

    /// A chunk did not come in time: the peer is at least this slow.
    mutating func wasLate(askedAt: Moment, at now: Moment) {
        service.add(max(service.mean, (now - max(askedAt, deliveredAt ?? askedAt)).inSeconds))
    }

    /// Seconds until a chunk arrives that is asked for behind `queue` others.
    func seconds(behind queue: Int) -> Double {
        roundTrip.mean + Double(queue + 1) * secondsPerChunk
    }

    /// When a chunk asked for now, behind `queue` others, counts as late.
    func lateness(behind queue: Int, at now: Moment) -> Moment {
        let spread = service.deviation * Double(queue + 1).squareRoot() + roundTrip.deviation
        return now + .clamped(seconds: seconds(behind: queue) + spread / 2 + Self.tolerance)
    }
}
