import EventLoop

/// Asks for a run of the daemon in the loop's next turn, however many connections want one.
///
/// The daemon itself tells nobody that a connection was resumed, nor that work is left over.
final class DaemonWakeup: @unchecked Sendable {
    private enum State {
        case idle
        case requested
        case closed
    }

    private let loop: UVEventLoop
    private var state = State.idle
    private var run: () -> Void = {}

    init(on loop: UVEventLoop) {
        self.loop = loop
    }

    func start(_ run: @escaping () -> Void) {
        self.run = run
    }

    func request() {
        guard case .idle = state else { return }
        state = .requested
        loop.execute { self.fire() }
    }

    func close() {
        state = .closed
        run = {}
    }

    private func fire() {
        guard case .requested = state else { return }
        state = .idle
        run()
    }
}
