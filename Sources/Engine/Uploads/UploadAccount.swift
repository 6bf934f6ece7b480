package import EventLoop
import Primitives
package import SwarmCore

/// Keeps the one `UploadAllowance` of a client, from which the shares of all its loops draw.
package actor UploadAccount {
    package nonisolated var unownedExecutor: UnownedSerialExecutor {
        unsafe loop.asUnownedSerialExecutor()
    }

    /// How much was uploaded before is read when it is first asked for.
    private enum Reading {
        case unread
        case reading(waiting: [@Sendable (isolated UploadAccount) -> Void])
        case done
    }

    private enum Saving {
        case saved
        /// The timer writes what has changed.
        case due
        /// `isStale` when there is more to write by now.
        case writing(isStale: Bool)
        /// The account is closed; what still comes in is too late to be written.
        case over
    }

    private static let saveInterval = Duration.seconds(5)

    private nonisolated let loop: UVEventLoop
    private let storage: UploadUsageStorage?
    private let unixTime: @Sendable () -> Int64
    private var allowance: UploadAllowance
    private var shares: [ObjectIdentifier: UploadShare] = [:]
    private var reading = Reading.unread
    private var saving = Saving.saved
    private var couldSave = true
    private var timer: LoopTimer?
    /// Whoever closed the account waits until it is written down.
    private var closing: [CheckedContinuation<Void, Never>] = []

    package init(
        limits: UploadLimits, isMetered: Bool, storage: UploadUsageStorage?,
        unixTime: @escaping @Sendable () -> Int64 = { Int64(clamping: WallClock.unixSeconds) },
        on loop: UVEventLoop
    ) {
        self.loop = loop
        self.storage = storage
        self.unixTime = unixTime
        allowance = UploadAllowance(
            limits: limits, isMetered: isMetered, at: loop.now, unixTime: unixTime())
    }

    // MARK: - What shares ask; from any loop

    nonisolated func draw(_ bytes: Int, for share: UploadShare) {
        tell { $0.draw(bytes, by: share) }
    }

    nonisolated func giveBack(_ grant: UploadGrant) {
        tell {
            $0.allowance.giveBack(grant)
            $0.changed()
        }
    }

    nonisolated func setCeiling(_ ceiling: UploadCeiling) {
        tell { account in
            account.allowance.setCeiling(ceiling, at: account.loop.now)
            for share in account.shares.values { share.limitsChanged() }
        }
    }

    nonisolated func left(_ share: UploadShare) {
        tell { $0.shares[ObjectIdentifier(share)] = nil }
    }

    private nonisolated func tell(
        _ word: @escaping @Sendable (isolated UploadAccount) -> Void
    ) {
        loop.execute { self.assumeIsolated(word) }
    }

    // MARK: - What the application says

    package func setMetered(_ isMetered: Bool) {
        allowance.setMetered(isMetered)
        for share in shares.values { share.limitsChanged() }
    }

    package func setRate(_ bytesPerSecond: Int?) {
        allowance.setRate(bytesPerSecond, at: loop.now)
        for share in shares.values { share.limitsChanged() }
    }

    package func report() async -> UploadReport {
        await withCheckedContinuation { waiting in
            onceRead { account in
                account.allowance.passTime(unixTime: account.unixTime())
                waiting.resume(
                    returning: UploadReport(
                        usage: account.allowance.usage, isSaved: account.couldSave))
            }
        }
    }

    /// Returns when everything is written down.
    package func close() async {
        await withCheckedContinuation { waiting in
            closing.append(waiting)
            switch saving {
            case .saved: finish()
            case .due: save()
            case .writing: break
            case .over: finish()
            }
        }
    }

    // MARK: -

    private func draw(_ bytes: Int, by share: UploadShare) {
        shares[ObjectIdentifier(share)] = share
        onceRead { account in
            let answer = account.allowance.draw(
                bytes, at: account.loop.now, unixTime: account.unixTime())
            share.answered(answer)
            account.changed()
        }
    }

    private func onceRead(_ body: @escaping @Sendable (isolated UploadAccount) -> Void) {
        switch (reading, storage) {
        case (.done, _), (.unread, nil):
            reading = .done
            body(self)
        case (.reading(let waiting), _):
            reading = .reading(waiting: waiting + [body])
        case (.unread, .some(let storage)):
            reading = .reading(waiting: [body])
            loop.runOnWorker(storage.read) { content in
                self.assumeIsolated { $0.read(content) }
            }
        }
    }

    private func read(_ content: UploadUsageStorage.Content) {
        guard case .reading(let waiting) = reading else { return }
        reading = .done
        switch content {
        case .nothing: break
        case .usage(let usage): allowance.resume(usage)
        case .broken: allowance.resumeFromLoss(unixTime: unixTime())
        }
        for body in waiting { body(self) }
    }

    // MARK: - Saving

    private func changed() {
        guard storage != nil else { return }
        switch saving {
        case .saved:
            saving = .due
            timer =
                timer ?? LoopTimer(on: loop) { [weak self] in self?.assumeIsolated { $0.save() } }
            timer?.arm(at: loop.now + Self.saveInterval)
        case .due:
            break
        case .writing:
            saving = .writing(isStale: true)
        case .over:
            break
        }
    }

    private func save() {
        guard let storage else { return }
        saving = .writing(isStale: false)
        let usage = allowance.usage
        loop.runOnWorker({ storage.write(usage) }) { isWritten in
            self.assumeIsolated { $0.wrote(isWritten) }
        }
    }

    private func wrote(_ isWritten: Bool) {
        couldSave = isWritten
        if case .writing(isStale: true) = saving {
            saving = .saved
            changed()
            if !closing.isEmpty { save() }
        } else {
            saving = .saved
            if !closing.isEmpty { finish() }
        }
    }

    private func finish() {
        saving = .over
        timer?.close()
        timer = nil
        let waiting = closing
        closing = []
        for waiter in waiting { waiter.resume() }
    }
}
