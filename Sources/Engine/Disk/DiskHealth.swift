import Primitives
import Store

/// Decides when a disk is left alone: writes for a while after one failed, reads while one is overdue.
struct DiskHealth: Sendable {
    /// Whoever makes room, or mends the disk, need not restart anything.
    static let pause = Duration.seconds(30)

    /// What went wrong last, until something goes well.
    private(set) var fault: StoreFault?
    /// Whether a read may begin: none is overdue.
    private(set) var mayRead = true
    private var resumesAt = Moment(nanoseconds: .min)

    func mayWrite(at now: Moment) -> Bool { resumesAt <= now }

    mutating func failed(_ fault: StoreFault, at now: Moment) {
        self.fault = fault
        resumesAt = now + Self.pause
    }

    mutating func wrote() { fault = nil }

    /// Somebody has given up waiting for a read that has not ended.
    mutating func isLate() { mayRead = false }

    /// A read has ended.
    mutating func answered() { mayRead = true }
}
