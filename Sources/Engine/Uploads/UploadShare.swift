package import EventLoop
import Primitives
import SwarmCore

/// One loop's share of what its client may upload; its sessions' uploaders live on it.
package actor UploadShare {
    package nonisolated var unownedExecutor: UnownedSerialExecutor {
        unsafe loop.asUnownedSerialExecutor()
    }

    /// Chunks that a session sends before it is another's turn: who has much to send may not take all that
    /// a rate allows in a while.
    private static let turn = 4

    private nonisolated let loop: UVEventLoop
    private nonisolated let account: UploadAccount
    private var purse = UploadPurse()
    private var ceiling = UploadCeiling()
    private var uploaders: [Uploader] = []
    private var rotation = UploadRotation()
    private var timer: LoopTimer?

    package init(of account: UploadAccount, on loop: UVEventLoop) {
        self.account = account
        self.loop = loop
    }

    package func start() {
        timer = LoopTimer(on: loop) { [weak self] in
            self?.assumeIsolated { share in
                share.feed { $0.timedOut(at: share.loop.now, into: &$1) }
            }
        }
        // So that it is known whether uploads are welcome at all before somebody asks.
        feed { $0.wants(into: &$1) }
    }

    package func close() {
        feed { $0.ended(into: &$1) }
        account.left(self)
        timer?.close()
    }

    /// What the operator allows; its tracker says so for each channel.
    func follow(_ ceiling: UploadCeiling) {
        guard self.ceiling != ceiling else { return }
        self.ceiling = ceiling
        account.setCeiling(ceiling)
    }

    // MARK: - What uploaders ask

    func join(_ uploader: Uploader) { uploaders.append(uploader) }

    func leave(_ uploader: Uploader) { uploaders.removeAll { $0 === uploader } }

    var holdsChunk: Bool { purse.holdsChunk }

    var isOpen: Bool { purse.isOpen }

    var pause: Duration { purse.pause(at: loop.now) }

    func wants() { feed { $0.wants(into: &$1) } }

    func spent(_ bytes: Int) { purse.spent(bytes, at: loop.now) }

    // MARK: - What the account says; from its loop

    nonisolated func answered(_ answer: UploadAllowance.Answer) {
        loop.execute {
            self.assumeIsolated { share in
                share.feed { $0.answered(answer, at: share.loop.now, into: &$1) }
            }
        }
    }

    nonisolated func limitsChanged() {
        loop.execute { self.assumeIsolated { share in share.feed { $0.changed(into: &$1) } } }
    }

    // MARK: -

    private func feed(_ input: (inout UploadPurse, inout [UploadPurse.Action]) -> Void) {
        var actions: [UploadPurse.Action] = []
        input(&purse, &actions)
        for action in actions { perform(action) }
        if let deadline = purse.deadline { timer?.arm(at: deadline) } else { timer?.disarm() }
    }

    private func serveInTurn() {
        let uploaders = uploaders
        rotation.serve(uploaders.count) { place in
            let held = purse.bytes
            uploaders[place].assumeIsolated { $0.serve(atMost: Self.turn) }
            return purse.bytes < held
        }
    }

    private func perform(_ action: UploadPurse.Action) {
        switch action {
        case .draw(let bytes):
            account.draw(bytes, for: self)
        case .giveBack(let grant):
            account.giveBack(grant)
        case .filled:
            serveInTurn()
        case .closed, .opened:
            for uploader in uploaders { uploader.assumeIsolated { $0.shareChanged() } }
        }
    }
}
