import Primitives
import SwarmCore

/// A player that loads segments one after the other and plays what it has loaded.
struct ModelPlayer {
    /// Loads on while it holds less.
    private static let target = Duration.seconds(20)

    private(set) var position: Duration
    private(set) var loadedEnd: Duration
    private(set) var next: UInt64
    /// Whether it waits for the segment `next`.
    var isWaiting = false

    init(position: Duration, next: UInt64) {
        self.position = position
        loadedEnd = position
        self.next = next
    }

    var state: PlayerState {
        PlayerState(position: position, buffer: loadedEnd - position, rate: 1)
    }

    var wantsMore: Bool { !isWaiting && loadedEnd - position < Self.target }

    mutating func play(for time: Duration) {
        position = min(position + time, loadedEnd)
    }

    mutating func loaded(upTo end: Duration) {
        isWaiting = false
        loadedEnd = end
        next += 1
    }
}
