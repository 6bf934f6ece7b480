import Primitives

/// How soon a segment's missing bytes are needed, against how long the origin takes for them.
struct Need: Sendable {
    let due: Moment
    /// Negative once the deadline has passed.
    let timeLeft: Duration
    /// What the origin would need for what is missing.
    let originTime: Duration
    /// With less time left the segment is urgent.
    let threshold: Duration

    var isUrgent: Bool { timeLeft < threshold }

    /// When the segment becomes urgent.
    var urgentAt: Moment { due - threshold }

    /// The time that can be spent waiting for others.
    var slack: Duration { timeLeft - threshold }
}
