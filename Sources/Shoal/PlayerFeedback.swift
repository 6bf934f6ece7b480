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

    init(session: SwarmSession, on loop: UVEventLoop) {
        self.session = session
        self.loop = loop
    }

    func moved(to position: Duration) { tell(PlayerReport(position: position)) }

    func buffered(_ buffer: Duration) { tell(PlayerReport(buffer: buffer)) }

    func plays(at rate: Double) { tell(PlayerReport(rate: rate)) }

    private func tell(_ report: PlayerReport) {
        session.assumeIsolated { $0.reported(report) }
    }
}
