/// Where a player is: moves on with time as long as there is media to play.
struct Playhead: Sendable {
    /// Media seconds per second.
    private let speed: Double
    /// Where playing ends, in media seconds.
    private(set) var end: Double
    private(set) var position: Double
    /// End of the continuous media from the position on.
    private(set) var loaded: Double
    /// Whether there is media at the position since the start or the last jump.
    private(set) var hasBegun = false
    private(set) var stalls = 0
    private(set) var stallSeconds = 0.0
    private(set) var isStalled = false

    init(from start: Double = 0, to end: Double, speed: Double) {
        self.speed = speed
        self.end = end
        position = start
        loaded = start
    }

    var buffer: Double { max(0, loaded - position) }
    var isLoaded: Bool { loaded >= end }
    var isFinished: Bool { position >= end }
    /// Seconds of the clock for which there is media to play.
    var playable: Double { max(0, min(loaded, end) - position) / speed }

    /// Adds the segment behind what is there, up to so many media seconds.
    mutating func load(to end: Double) {
        loaded = end
        hasBegun = true
        isStalled = false
    }

    /// Jumps; returns whether the media there has to be loaded first.
    mutating func seek(to target: Double) -> Bool {
        let isThere = hasBegun && (position..<loaded).contains(target)
        position = target
        guard !isThere else { return false }
        loaded = target
        hasBegun = false
        isStalled = false
        return true
    }

    /// Leaves out what can no longer be had; a stall goes on.
    mutating func skip(to target: Double) {
        position = target
        loaded = target
    }

    /// There is no media behind `end`.
    mutating func shorten(to end: Double) {
        self.end = min(self.end, end)
    }

    /// Moves on by `seconds` of the clock; before the first segment it is start-up and no stall.
    mutating func advance(by seconds: Double) {
        guard hasBegun else { return }
        let playable = playable
        if seconds <= playable {
            position += seconds * speed
            return
        }
        position += playable * speed
        guard !isLoaded else {
            position = end
            return
        }
        stallSeconds += seconds - playable
        if !isStalled { stalls += 1 }
        isStalled = true
    }

    /// Seconds of the clock until no more than `buffer` media seconds are ahead.
    func wait(untilBufferIs buffer: Double) -> Double {
        max(0, (self.buffer - buffer) / speed)
    }
}
