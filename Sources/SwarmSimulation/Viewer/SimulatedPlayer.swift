import Primitives
import SwarmCore

/// A player that fetches segment after segment up to its target buffer, and plays in real time.
///
/// All times are nanoseconds; where it is between two inputs is computed and not simulated.
struct SimulatedPlayer: Sendable {
    private enum State {
        /// Has shown nothing yet.
        case starting
        case playing
        case stalled(since: Int64)
        /// Waits for the media that it jumped to.
        case seeking(since: Int64)
        case ended
    }

    /// Why playback went on with a segment, after how long.
    enum Wait: Sendable {
        case none
        case start
        case stall(Int64)
        case seek(Int64)
    }

    let rate: Double
    let targetBuffer: Int64
    let segmentTime: Int64
    private(set) var next: SegmentNumber
    private(set) var waitsFor: SegmentNumber?
    /// Tells what was set for later whether it still holds.
    private(set) var generation: UInt32 = 0
    private var state = State.starting
    private var heldUntil: Int64
    private var position: Int64
    private var positionAt: Int64

    init(at segment: SegmentNumber, _ plan: SimulationPlan, now: Int64) {
        rate = plan.playbackRate
        targetBuffer = plan.targetBuffer.wholeNanoseconds
        segmentTime = plan.segmentDuration.wholeNanoseconds
        next = segment
        heldUntil = Int64(segment) * segmentTime
        position = heldUntil
        positionAt = now
    }

    var isStalled: Bool { if case .stalled = state { true } else { false } }
    var stalledSince: Int64? { if case .stalled(let since) = state { since } else { nil } }
    var hasEnded: Bool { if case .ended = state { true } else { false } }

    func position(at now: Int64) -> Int64 {
        switch state {
        case .playing:
            min(heldUntil, position + Int64(Double(now - positionAt) * rate))
        case .starting, .stalled, .seeking, .ended: position
        }
    }

    func buffer(at now: Int64) -> Int64 { heldUntil - position(at: now) }

    func report(at now: Int64) -> PlayerState {
        let position = position(at: now)
        let speed =
            switch state {
            case .playing: rate
            case .starting, .stalled, .seeking, .ended: 0.0
            }
        return PlayerState(
            position: .nanoseconds(position), buffer: .nanoseconds(heldUntil - position),
            rate: speed)
    }

    /// When the player asks for its next segment; nil while it waits for one.
    func asksAt(_ now: Int64) -> Int64? {
        guard waitsFor == nil, !hasEnded else { return nil }
        let excess = buffer(at: now) - targetBuffer
        return excess < 0 ? now : now + Int64(Double(excess) / rate) + 1
    }

    /// When everything held will have been shown.
    func driesAt(_ now: Int64) -> Int64? {
        guard case .playing = state else { return nil }
        return now + Int64((Double(buffer(at: now)) / rate).rounded(.up))
    }

    mutating func asked(for segment: SegmentNumber) {
        waitsFor = segment
    }

    mutating func received(at now: Int64) -> Wait {
        guard let segment = waitsFor else { return .none }
        anchor(at: now)
        generation &+= 1
        waitsFor = nil
        next = segment + 1
        heldUntil = Int64(next) * segmentTime
        defer { state = .playing }
        return switch state {
        case .playing, .ended: .none
        case .starting: .start
        case .stalled(let since): .stall(now - since)
        case .seeking(let since): .seek(now - since)
        }
    }

    /// All that was held has been shown.
    mutating func ranDry(isEnd: Bool, at now: Int64) {
        anchor(at: now)
        generation &+= 1
        state = isEnd ? .ended : .stalled(since: now)
    }

    /// Jumps; returns the segment that is no longer waited for.
    mutating func seek(to segment: SegmentNumber, at now: Int64) -> SegmentNumber? {
        defer { waitsFor = nil }
        generation &+= 1
        next = segment
        heldUntil = Int64(segment) * segmentTime
        position = heldUntil
        positionAt = now
        switch state {
        case .starting: break
        case .playing, .stalled, .ended: state = .seeking(since: now)
        case .seeking: break
        }
        return waitsFor
    }

    private mutating func anchor(at now: Int64) {
        position = position(at: now)
        positionAt = now
    }
}
