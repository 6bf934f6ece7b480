import Engine
import EventLoop
import Primitives
import SwarmCore

/// Passes an application's reports on, each as it is made: what was not said again is not news.
actor PlayerFeedback {
    nonisolated var unownedExecutor: UnownedSerialExecutor {
        unsafe loop.asUnownedSerialExecutor()
    }

    private nonisolated let loop: UVEventLoop
    private let session: SwarmSession
    private var stallCount = StallCount()

    init(session: SwarmSession, on loop: UVEventLoop) {
        self.session = session
        self.loop = loop
    }

    /// How often the player ran out of media.
    var stalls: Int { stallCount.count }

    func moved(to position: Duration) {
        stallCount.moved(to: position, at: loop.now)
        tell(PlayerReport(position: position))
    }

    func buffered(_ buffer: Duration) {
        stallCount.buffered(buffer, at: loop.now)
        tell(PlayerReport(buffer: buffer))
    }

    /// The player's own word, beside a request for media.
    func starved() { stallCount.said(at: loop.now) }

    func plays(at rate: Double) {
        stallCount.plays(at: rate)
        tell(PlayerReport(rate: rate))
    }

    private func tell(_ report: PlayerReport) {
        session.assumeIsolated { $0.reported(report) }
    }
}
