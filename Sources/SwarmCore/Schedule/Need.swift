import Primitives

/// How soon a segment's missing bytes are needed, against how long the origin takes for them.
struct Need: Sendable {
    /// The distant future while the player is paused and waits for nothing.
    let due: Moment
    /// Negative once the deadline has passed.
    let timeLeft: Duration
    /// What the origin would need for what is missing.
    let originTime: Duration
    /// With less time left the segment is urgent.
    let threshold: Duration

    var isUrgent: Bool { timeLeft < threshold }

    /// When the segment becomes urgent.
    var urgentAt: Moment { moment(withSlack: .zero) }

    /// When the time that can be spent waiting for others has shrunk to what is given.
    func moment(withSlack slack: Duration) -> Moment {
        due == .distantFuture ? due : due - threshold - slack
    }
}
