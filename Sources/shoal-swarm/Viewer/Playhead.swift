/// Where a player is: moves on with time as long as there is media to play.
struct Playhead: Sendable {
    /// Media seconds per second.
    private let speed: Double
    /// Media seconds to play.
    let duration: Double
    private(set) var position = 0.0
    /// Media seconds from the start that are there to be played.
    private(set) var loaded = 0.0
    private(set) var stalls = 0
    private(set) var stallSeconds = 0.0
    private(set) var isStalled = false

    init(duration: Double, speed: Double) {
        self.duration = duration
        self.speed = speed
    }

    var buffer: Double { min(loaded, duration) - position }
    var isLoaded: Bool { loaded >= duration }
    var isFinished: Bool { position >= duration }

    /// Adds a segment behind what is there.
    mutating func load(_ seconds: Double) {
        loaded += seconds
        isStalled = false
    }

    /// Moves on by `seconds` of the clock; before the first segment it is start-up and no stall.
    mutating func advance(by seconds: Double) {
        guard loaded > 0 else { return }
        let playable = buffer / speed
        if seconds <= playable {
            position += seconds * speed
            return
        }
        position = min(loaded, duration)
        guard !isLoaded else { return }
        stallSeconds += seconds - playable
        if !isStalled { stalls += 1 }
        isStalled = true
    }

    /// Seconds of the clock until no more than `buffer` media seconds are ahead.
    func wait(untilBufferIs buffer: Double) -> Double {
        max(0, (self.buffer - buffer) / speed)
    }
}
