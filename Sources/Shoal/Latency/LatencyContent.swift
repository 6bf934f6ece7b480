import EventLoop
import PlaybackProxy
import Primitives

/// The sessions of one content, and which of them is played: carries out what its `LatencyModes` decide.
///
/// Inputs come from any thread; sessions are opened and closed on the loop of the default's.
final class LatencyContent: Sendable {
    private enum Start {
        case awaited(CheckedContinuation<Bool, Never>?)
        case over(hasBegun: Bool)
    }

    private struct State {
        var modes: LatencyModes
        /// Of the low-latency source that may be played.
        var low: PlaybackSession?
        var start = Start.awaited(nil)
    }

    /// Of the default source.
    private let standard: PlaybackSession
    private let sources: LatencySources
    private let client: P2PClient
    private let events: EventHub
    private let state: Locked<State>
    private let timer = Locked<LoopTimer?>(nil)

    /// Where its sessions are.
    var place: ClientLoop { standard.place }

    private var loop: UVEventLoop { place.loop }

    private init(
        _ standard: PlaybackSession, _ sources: LatencySources, _ client: P2PClient,
        telling events: EventHub, _ modes: LatencyModes
    ) {
        self.standard = standard
        self.sources = sources
        self.client = client
        self.events = events
        state = Locked(State(modes: modes))
    }

    /// Opens the content; returns once it is certain in which mode it begins.
    static func open(
        _ configuration: LatencyConfiguration, for client: P2PClient, telling events: EventHub
    ) async throws(P2PError) -> LatencyContent {
        let sources = try LatencySources(configuration)
        let standard = try await client.createPlaybackSession(
            url: sources.standard.url, options: sources.standardOptions)
        var actions: [LatencyModes.Action] = []
        let modes = LatencyModes(
            LatencyModes.Content(
                initialMode: configuration.initialMode,
                isLowAllowed: configuration.allowedModes.low, lowSources: sources.low.count,
                isFile: !standard.isManifest),
            at: standard.place.loop.now, into: &actions)
        let content = LatencyContent(standard, sources, client, telling: events, modes)
        do throws(P2PError) {
            try await content.place.attach(
                ClientLoop.Attachment(hub: events) { [weak content] in content?.end() },
                of: ObjectIdentifier(content))
        } catch {
            await standard.close()
            throw error
        }
        content.feed { _, _, out in out += actions }
        guard await content.hasBegun() else { throw .clientClosed }
        return content
    }

    var mode: LatencyMode { state.withLock(\.modes.mode) }

    var availability: LatencyAvailability { state.withLock(\.modes.availability) }

    /// The session of the mode in effect.
    var session: PlaybackSession {
        state.withLock { state in
            switch state.modes.mode {
            case .def: standard
            case .low: state.low ?? standard
            }
        }
    }

    func feed(_ input: (inout LatencyModes, Moment, inout [LatencyModes.Action]) -> Void) {
        state.withLock { state in
            var actions: [LatencyModes.Action] = []
            input(&state.modes, loop.now, &actions)
            for action in actions { perform(action, &state) }
        }
        loop.execute { [weak self] in self?.arm() }
    }

    /// Closes its sessions; once this has returned, nobody is told anything on its account.
    func close() async {
        end()
        // What was under way on the loop is over then.
        await place.detach(ObjectIdentifier(self))
        await state.withLock(\.low)?.close()
        await standard.close()
    }

    /// Nothing comes of inputs any more; the sessions are somebody else's to close.
    private func end() {
        state.withLock { state in
            state.modes.close()
            begin(&state, false)
        }
        loop.execute { [timer] in timer.withLock { $0.take() }?.close() }
    }

    /// False if its sessions were closed before.
    private func hasBegun() async -> Bool {
        await withCheckedContinuation { continuation in
            state.withLock { state in
                switch state.start {
                case .awaited: state.start = .awaited(continuation)
                case .over(let hasBegun): continuation.resume(returning: hasBegun)
                }
            }
        }
    }

    // MARK: - Actions

    /// Under the lock, so that all are told in the order in which it happened.
    private func perform(_ action: LatencyModes.Action, _ state: inout State) {
        switch action {
        case .askDefault:
            find(standard) { content, nature in
                content.feed { modes, _, out in modes.learned(nature, into: &out) }
            }
        case .openLow(let index):
            loop.execute { [weak self] in self?.open(low: index) }
        case .closeLow:
            guard let low = state.low.take() else { return }
            loop.execute { low.place.assumeIsolated { $0.end(low.session) } }
        case .begin:
            begin(&state, true)
        case .tell(let mode, let availability):
            for hub in [events, client.events] {
                hub.post(.latencyModeChanged(mode, availability: availability))
            }
        }
    }

    private func begin(_ state: inout State, _ hasBegun: Bool) {
        switch state.start {
        case .awaited(let waiting):
            state.start = .over(hasBegun: hasBegun)
            waiting?.resume(returning: hasBegun)
        case .over:
            break
        }
    }

    private func open(low index: Int) {
        // It may have been given up meanwhile.
        guard state.withLock({ $0.modes.isAsking(index) }) else { return }
        let source = sources.low[index]
        do {
            let low = try place.assumeIsolated { place in
                try place.open(source.uri, source.options, for: client)
            }
            state.withLock { $0.low = low }
            find(low) { content, nature in content.learned(nature, ofLow: index) }
        } catch {
            learned(.unreadable, ofLow: index)
        }
    }

    private func learned(_ nature: MediaNature, ofLow index: Int) {
        feed { modes, now, out in modes.learned(nature, ofLow: index, at: now, into: &out) }
    }

    private func find(
        _ session: PlaybackSession,
        _ then: @escaping @Sendable (LatencyContent, MediaNature) -> Void
    ) {
        loop.execute { [weak self] in
            session.place.assumeIsolated {
                $0.findNature(of: session.session) { nature in
                    guard let self else { return }
                    then(self, nature)
                }
            }
        }
    }

    private func arm() {
        let deadline = state.withLock(\.modes.deadline)
        timer.withLock { timer in
            guard let deadline else { return timer?.disarm() ?? () }
            let armed =
                timer
                ?? LoopTimer(on: loop) { [weak self] in
                    self?.feed { modes, now, out in modes.timedOut(at: now, into: &out) }
                }
            armed.arm(at: deadline)
            timer = armed
        }
    }
}
