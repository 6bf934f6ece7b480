import Engine
import EventLoop
import Primitives

/// Looks at one session when something may have changed, and each second, and posts what is news.
actor SessionMonitor {
    nonisolated var unownedExecutor: UnownedSerialExecutor {
        unsafe loop.asUnownedSerialExecutor()
    }

    private static let interval = Duration.seconds(1)

    private nonisolated let loop: UVEventLoop
    private let view: SessionView
    private let hubs: [EventHub]
    private var news = SessionNews()
    private var timer: LoopTimer?
    /// It is going to look once what happens now is over.
    private var isPoked = false

    init(_ view: SessionView, telling hubs: [EventHub], on loop: UVEventLoop) {
        self.view = view
        self.hubs = hubs
        self.loop = loop
    }

    func start() {
        let timer = LoopTimer(on: loop) { [weak self] in self?.assumeIsolated { $0.tick() } }
        self.timer = timer
        timer.arm(at: loop.now + Self.interval)
        view.session.assumeIsolated {
            $0.onStateChange { [weak self] in self?.assumeIsolated { $0.poke() } }
        }
        poke()
    }

    /// Looks for the last time.
    func close() {
        look(isTime: true)
        timer?.close()
        timer = nil
    }

    private func poke() {
        guard !isPoked else { return }
        isPoked = true
        loop.execute { [weak self] in self?.assumeIsolated { $0.poked() } }
    }

    private func poked() {
        isPoked = false
        if timer != nil { look(isTime: false) }
    }

    private func tick() {
        look(isTime: true)
        timer?.arm(at: loop.now + Self.interval)
    }

    private func look(isTime: Bool) {
        var events: [P2PEvent] = []
        let sight = SessionNews.Sight(
            availability: view.availability, statistics: view.statistics)
        news.saw(sight, isTime: isTime, into: &events)
        for event in events {
            for hub in hubs { hub.post(event) }
        }
    }
}
