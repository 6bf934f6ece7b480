import Primitives

/// A player that fills its buffer with one segment after the other, plays, and does as it pleases.
struct WalkingPlayer {
    static let duration = Duration.seconds(2)
    static let step = Duration.milliseconds(50)

    let target: Duration
    private(set) var position = Duration.zero
    /// End of what it holds.
    private(set) var heldEnd = Duration.zero
    private(set) var isPaused = false
    private(set) var isStarting = true
    private var arrivesIn: Duration?

    init(target: Duration) {
        self.target = target
    }

    var buffer: Duration { heldEnd - position }
    var rate: Double { isPaused ? 0 : 1 }

    enum Event: Equatable {
        case asks(Duration)
        case received
    }

    /// Lets one step pass; a segment that is asked for now takes the given time.
    mutating func pass(networkTime: Duration) -> Event? {
        if !isPaused, !isStarting { position = min(heldEnd, position + Self.step) }
        if let left = arrivesIn {
            arrivesIn = left - Self.step
            guard left <= Self.step else { return nil }
            arrivesIn = nil
            heldEnd += Self.duration
            isStarting = false
            return .received
        }
        guard buffer < target else { return nil }
        arrivesIn = networkTime
        return .asks(heldEnd)
    }

    mutating func pause(_ isPaused: Bool) { self.isPaused = isPaused }

    /// Outside of what is held everything is fetched anew.
    mutating func seek(to number: Int) {
        position = Self.duration * number
        heldEnd = position
        isStarting = true
        arrivesIn = nil
    }

    /// Inside of what is held nobody is asked for anything.
    mutating func skip(_ time: Duration) { position = min(heldEnd, position + time) }
}
