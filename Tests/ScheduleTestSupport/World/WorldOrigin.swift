import Primitives

/// The origin of a world: its speed, its failures, and what it is delivering.
struct WorldOrigin {
    struct Fetch {
        let number: Int
        let offset: Int
        let end: Int?
        var sent = 0
        var hasStarted = false
    }

    var latency = Duration.milliseconds(80)
    var bytesPerSecond = 2_000_000
    /// It answers nothing, and stops in the middle of what it was sending.
    var isSilent = false
    /// Percent of steps at which a fetch fails.
    var failures = 0
    var fetches: [SegmentID: Fetch] = [:]
    var count = 0

    static let step = Duration.milliseconds(50)

    /// Bytes of one fetch within a step.
    var bytesPerStep: Int { max(1, bytesPerSecond / 20 / max(1, fetches.count)) }
}
