import Primitives
import SwarmCore

/// A player that fetches segment after segment up to its target buffer, and plays in real time.
struct TestPlayer {
    let film: Film
    let targetBuffer: Duration
    let rate: Double
    private(set) var position = Duration.zero
    private(set) var stalled = Duration.zero
    private(set) var stalls = 0
    private(set) var startedAfter: Duration?
    private(set) var waitsFor: Int?
    private var bufferedUpTo = Duration.zero
    private var next = 0
    private var age = Duration.zero
    private var isStalled = false

    init(film: Film, targetBuffer: Duration, rate: Double) {
        self.film = film
        self.targetBuffer = targetBuffer
        self.rate = rate
    }

    var buffer: Duration { bufferedUpTo - position }
    var isAtEnd: Bool { position >= film.length }
    var state: PlayerState {
        PlayerState(position: position, buffer: buffer, rate: startedAfter == nil ? 0 : rate)
    }

    /// Plays for a while; returns the segment that is to be requested now.
    mutating func play(for time: Duration) -> Int? {
        age += time
        if buffer > .zero {
            if startedAfter == nil { startedAfter = age }
            isStalled = false
            position = min(bufferedUpTo, position + time * rate)
        } else if startedAfter != nil, !isAtEnd {
            if !isStalled { stalls += 1 }
            isStalled = true
            stalled += time
        }
        guard waitsFor == nil, next < film.count, buffer < targetBuffer else { return nil }
        waitsFor = next
        return next
    }

    mutating func received(_ segment: Int) {
        precondition(waitsFor == segment, "\(segment) came, \(String(describing: waitsFor)) waits")
        waitsFor = nil
        next = segment + 1
        bufferedUpTo = film.start(of: segment) + film.segmentDuration
    }

    /// Jumps; returns the segment that is no longer waited for.
    mutating func seek(to segment: Int) -> Int? {
        defer { waitsFor = nil }
        next = segment
        position = film.start(of: segment)
        bufferedUpTo = position
        isStalled = true
        return waitsFor
    }
}

/// What is played: one track of equal segments.
struct Film {
    let track = TrackID(7)
    var count = 30
    var segmentDuration = Duration.seconds(2)
    var segmentLength = 500_000

    var length: Duration { segmentDuration * count }
    var bytes: Int { count * segmentLength }

    func start(of segment: Int) -> Duration { segmentDuration * segment }

    func id(_ segment: Int) -> SegmentID { SegmentID(track: track, number: UInt64(segment)) }

    var timings: [SegmentTiming] {
        (0..<count).map {
            SegmentTiming(
                number: UInt64($0), start: start(of: $0), duration: segmentDuration,
                estimatedLength: segmentLength * 9 / 10)
        }
    }
}
