import Engine
import EventLoop
import Primitives
import SwarmCore

/// Puts a player's separate reports together to its state.
actor PlayerFeedback {
    nonisolated var unownedExecutor: UnownedSerialExecutor {
        unsafe loop.asUnownedSerialExecutor()
    }

    private nonisolated let loop: UVEventLoop
    private let session: SwarmSession
    private var position: Duration?
    private var buffer = Duration.zero
    private var rate = 1.0

    init(session: SwarmSession, on loop: UVEventLoop) {
        self.session = session
        self.loop = loop
    }

    func moved(to position: Duration) {
        self.position = position
        tell()
    }

    func buffered(_ buffer: Duration) {
        self.buffer = buffer
        tell()
    }

    func plays(at rate: Double) {
        self.rate = rate
        tell()
    }

    private func tell() {
        // A buffer without a position cannot be placed on the time line; requests still tell both.
        guard let position else { return }
        let state = PlayerState(position: position, buffer: buffer, rate: rate)
        session.assumeIsolated { $0.moved(state) }
    }
}
