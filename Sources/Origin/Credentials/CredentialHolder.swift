import EventLoop

/// Feeds the machine, asks the source, and holds the credential that is current: for one client.
///
/// Only the loop's thread touches it.
final class CredentialHolder: @unchecked Sendable {
    private enum Source {
        case fixed
        case provider(OriginCredentialSource.Provider)
        case closed
    }

    let site: WebSite
    private let loop: UVEventLoop
    private let onSend: (OriginFetch, OriginCredential) -> Void
    private var source: Source
    private var machine: CredentialMachine
    private var current: OriginCredential
    private var fetches: [CredentialRequestID: OriginFetch] = [:]
    private var timer: LoopTimer?
    private var takeBack: (@Sendable () -> Void)?

    /// `onSend` has a fetch go out with that credential.
    init(
        _ source: OriginCredentialSource, on loop: UVEventLoop,
        onSend: @escaping (OriginFetch, OriginCredential) -> Void
    ) {
        site = source.site
        self.loop = loop
        self.onSend = onSend
        switch source.kind {
        case .fixed(let credential):
            self.source = .fixed
            machine = .fixed
            current = credential
        case .provided(let provider):
            self.source = .provider(provider)
            machine = CredentialMachine()
            current = .none
        }
        timer = LoopTimer(on: loop) { [weak self] in
            guard let self else { return }
            feed { $0.timePassed(at: self.loop.now, into: &$1) }
        }
    }

    func asked(_ fetch: OriginFetch) {
        fetches[fetch.id] = fetch
        feed { $0.asked(fetch.id, at: loop.now, into: &$1) }
    }

    func refused(_ fetch: OriginFetch) -> CredentialMachine.Verdict {
        feed { $0.refused(fetch.id, at: loop.now, into: &$1) }
    }

    func ended(_ fetch: OriginFetch) {
        fetches[fetch.id] = nil
        feed { machine, _ in machine.ended(fetch.id) }
    }

    func close() {
        source = .closed
        current = .none
        fetches = [:]
        takeBack?()
        takeBack = nil
        timer?.close()
        timer = nil
    }

    private func feed<Result>(
        _ input: (inout CredentialMachine, inout [CredentialMachine.Action]) -> Result
    ) -> Result {
        var actions: [CredentialMachine.Action] = []
        let result = input(&machine, &actions)
        for action in actions {
            switch action {
            case .send(let id, _):
                if let fetch = fetches[id] { onSend(fetch, current) }
            case .renew(let number, let reason):
                renew(number, reason)
            }
        }
        if let deadline = machine.deadline {
            timer?.arm(at: deadline)
        } else {
            takeBack?()
            takeBack = nil
            timer?.disarm()
        }
        return result
    }

    private func renew(_ number: Int, _ reason: CredentialReason) {
        guard case .provider(let provider) = source else { return }
        takeBack = provider(reason) { [weak self, loop] issued in
            loop.execute { self?.answered(number, issued) }
        }
    }

    private func answered(_ number: Int, _ issued: OriginCredentialSource.Issued?) {
        guard case .provider = source else { return }
        guard let issued else {
            return feed { $0.renewalFailed(number: number, into: &$1) }
        }
        // Only what the machine takes for current may be sent as that.
        guard machine.isAwaiting(number) else { return }
        current = issued.credential
        feed { $0.renewed(number: number, lifetime: issued.lifetime, at: loop.now, into: &$1) }
    }
}
