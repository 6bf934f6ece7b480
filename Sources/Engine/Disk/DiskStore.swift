package import EventLoop
import Primitives
import Store
package import SwarmCore

/// The segments of a client that outlive the process: feeds one `StoreIndex`, and carries out on the
/// worker pool what it decides.
///
/// Sessions of all loops use it. None waits for it longer than it wants to: what the disk does not
/// bring comes from elsewhere.
package actor DiskStore {
    package nonisolated var unownedExecutor: UnownedSerialExecutor {
        unsafe loop.asUnownedSerialExecutor()
    }

    private enum State {
        /// The folder is being opened; these wait for that.
        case opening(waiting: [@Sendable (isolated DiskStore) -> Void])
        case open(StoreFolder)
        /// It could not be opened, or is closed.
        case off
    }

    struct Member {
        let loop: UVEventLoop
        let onNews: @Sendable (DiskNews) -> Void

        func tell(_ news: DiskNews) { loop.execute { [onNews] in onNews(news) } }
    }

    private struct Read {
        let row: StoreRow
        let keys: ContentKeys
        let then: @Sendable (RestoredSegment?) -> Void
    }

    /// Others need the threads of the pool, too.
    private static let readsAtATime = 2
    private static let mostWaitingReads = 64
    /// Memory that waits to be written, at most.
    static let mostWaitingBytes = 64 << 20
    private static let syncInterval = Duration.seconds(5)
    /// How often it is looked for what is out of date.
    private static let idleInterval = Duration.seconds(60)

    private nonisolated let loop: UVEventLoop
    private let path: String
    let unixTime: @Sendable () -> UInt64
    private var state = State.opening(waiting: [])
    var index: StoreIndex
    /// Of the segments in the index that have been written.
    var rows: [SegmentKey: StoreRow] = [:]
    private var health = DiskHealth()
    private var wasRebuilt = false
    var members: [ObjectIdentifier: Member] = [:]

    private var reads = Deque<Read>()
    private var readsUnderWay = 0

    private var changes = Deque<DiskChange>()
    var waitingBytes = 0
    private var isChanging = false
    private var isSynced = true
    /// What the disk does not know the worth of.
    var used: Set<SegmentKey> = []
    private var timer: LoopTimer?
    private var closing: [CheckedContinuation<Void, Never>] = []

    /// Uses a folder, which is made if it is not there; `start()` has to be called.
    package init(
        path: String, limits: StoreIndex.Limits,
        unixTime: @escaping @Sendable () -> UInt64 = { WallClock.unixSeconds },
        on loop: UVEventLoop
    ) {
        self.path = path
        self.unixTime = unixTime
        self.loop = loop
        index = StoreIndex(limits: limits)
    }

    /// Opens the folder; from any loop.
    package nonisolated func start() {
        tell { store in
            store.timer = LoopTimer(on: store.loop) { [weak store] in
                store?.assumeIsolated { $0.tick() }
            }
            let path = store.path
            store.loop.runOnWorker({ Self.open(path) }) { result in
                store.assumeIsolated { $0.opened(result) }
            }
        }
    }

    nonisolated func tell(_ word: @escaping @Sendable (isolated DiskStore) -> Void) {
        loop.execute { self.assumeIsolated(word) }
    }

    // MARK: - What the application asks

    /// Told once the folder has been opened, or could not be.
    package func report() async -> DiskReport {
        await withCheckedContinuation { waiting in
            onceOpen { store in waiting.resume(returning: store.currentReport) }
        }
    }

    /// Returns when everything is on the disk, and the folder free for others.
    package func close() async {
        await withCheckedContinuation { waiting in
            onceOpen { store in
                store.closing.append(waiting)
                store.timer?.close()
                store.timer = nil
                store.sync()
                store.goOn()
            }
        }
    }

    private var currentReport: DiskReport {
        let isOpen = if case .open = state { true } else { false }
        return DiskReport(
            segments: rows.count, bytes: index.bytes, isOpen: isOpen, fault: health.fault,
            wasRebuilt: wasRebuilt)
    }

    // MARK: - Opening

    private static func open(_ path: String) -> Result<StoreFolder.Opened, StoreFault> {
        do throws(StoreFault) {
            return .success(try StoreFolder.open(path))
        } catch {
            return .failure(error)
        }
    }

    private func opened(_ result: Result<StoreFolder.Opened, StoreFault>) {
        guard case .opening(let waiting) = state else { return }
        switch result {
        case .success(let opened):
            state = .open(opened.folder)
            wasRebuilt = opened.wasRebuilt
            resume(opened.rows)
        case .failure(let fault):
            state = .off
            health.failed(fault, at: loop.now)
        }
        for body in waiting { body(self) }
    }

    private func resume(_ found: [StoreRow]) {
        let items = found.map { row in
            let item = StoreIndex.Item(
                bytes: row.length, storedAt: UInt64(clamping: row.storedAt),
                expiresAt: UInt64(clamping: row.expiresAt), uses: Int(clamping: row.uses),
                rank: row.rank)
            return (SegmentKey(row.name), item)
        }
        let gone = index.resume(Dictionary(uniqueKeysWithValues: items), at: unixTime())
        for row in found { rows[SegmentKey(row.name)] = row }
        for key in gone { rows[key] = nil }
        if !gone.isEmpty { enqueue(.remove(gone)) }
        armSync()
    }

    func onceOpen(_ body: @escaping @Sendable (isolated DiskStore) -> Void) {
        switch state {
        case .opening(let waiting): state = .opening(waiting: waiting + [body])
        case .open, .off: body(self)
        }
    }

    // MARK: - Reading

    func begin(
        _ key: SegmentKey, _ keys: ContentKeys,
        _ then: @escaping @Sendable (RestoredSegment?) -> Void
    ) {
        guard health.mayRead, reads.count < Self.mostWaitingReads, let row = rows[key],
            index.item(key, at: unixTime()) != nil
        else { return then(nil) }
        reads.append(Read(row: row, keys: keys, then: then))
        readNext()
    }

    private func readNext() {
        guard case .open(let folder) = state else { return }
        while readsUnderWay < Self.readsAtATime, let read = reads.popFirst() {
            readsUnderWay += 1
            loop.runOnWorker({ Self.restore(read.row, from: folder, keys: read.keys) }) { result in
                self.assumeIsolated { $0.ended(read, result) }
            }
        }
    }

    /// On a worker: reads all of it, and verifies it.
    private static func restore(
        _ row: StoreRow, from folder: StoreFolder, keys: ContentKeys
    ) -> Result<RestoredSegment, StoreFault> {
        do throws(StoreFault) {
            let bytes = try folder.read(row)
            guard let restored = RestoredSegment(bytes, row, keys: keys) else { throw .damaged }
            return .success(restored)
        } catch {
            return .failure(error)
        }
    }

    private func ended(_ read: Read, _ result: Result<RestoredSegment, StoreFault>) {
        readsUnderWay -= 1
        health.answered()
        switch result {
        case .success(let restored):
            read.then(restored)
        case .failure(let fault):
            if fault == .damaged {
                remove([SegmentKey(read.row.name)])
            } else {
                health.failed(fault, at: loop.now)
            }
            read.then(nil)
        }
        readNext()
        goOn()
    }

    func late() {
        guard readsUnderWay > 0 else { return }
        health.isLate()
        while let read = reads.popFirst() { read.then(nil) }
    }

    // MARK: - Changing what is there

    func store(
        _ key: SegmentKey, _ bytes: [UInt8], note: [UInt8], expiresAt: UInt64?, isScarce: Bool
    ) {
        let now = unixTime()
        guard case .open = state, health.mayWrite(at: loop.now), timer != nil else { return }
        let admission = index.admit(
            key, bytes: bytes.count, expiresAt: expiresAt, isScarce: isScarce, at: now)
        guard case .stored(let evicted) = admission, let item = index.item(key, at: now) else {
            return
        }
        left(evicted)
        enqueue(
            .write(
                StoreRow(
                    name: key.value, length: bytes.count, storedAt: Int64(clamping: now),
                    expiresAt: Int64(clamping: item.expiresAt), uses: Int64(item.uses),
                    rank: item.rank, note: note),
                bytes))
    }

    func remove(_ keys: [SegmentKey]) {
        left(keys.filter { index.remove($0) })
    }

    /// What the index knows no more leaves the disk.
    private func left(_ keys: [SegmentKey]) {
        guard !keys.isEmpty else { return }
        for key in keys { rows[key] = nil }
        enqueue(.remove(keys))
        for member in members.values { member.tell(.gone(keys)) }
    }

    private func enqueue(_ change: DiskChange) {
        waitingBytes += change.waitingBytes
        changes.append(change)
        armSync()
        goOn()
    }

    func armSync() {
        guard isSynced else { return }
        isSynced = false
        timer?.arm(at: loop.now + Self.syncInterval)
    }

    private func tick() {
        left(index.expire(at: unixTime()))
        if !isSynced { sync() }
        timer?.arm(at: loop.now + Self.idleInterval)
    }

    private func sync() {
        isSynced = true
        let now = unixTime()
        let worths = used.compactMap { key in
            index.item(key, at: now).map {
                StoreWorth(name: key.value, uses: Int64($0.uses), rank: $0.rank)
            }
        }
        used = []
        changes.append(.sync(worths))
        goOn()
    }

    private func goOn() {
        guard case .open(let folder) = state else { return finishClosing() }
        guard !isChanging else { return }
        guard let change = changes.popFirst() else {
            if readsUnderWay == 0 { finishClosing() }
            return
        }
        isChanging = true
        loop.runOnWorker({ change.apply(to: folder) }) { fault in
            self.assumeIsolated { $0.made(change, fault) }
        }
    }

    private func made(_ change: DiskChange, _ fault: StoreFault?) {
        isChanging = false
        waitingBytes -= change.waitingBytes
        if let fault { health.failed(fault, at: loop.now) }
        if case .write(let row, _) = change { wrote(row, fault) }
        goOn()
    }

    private func wrote(_ row: StoreRow, _ fault: StoreFault?) {
        let key = SegmentKey(row.name)
        guard fault == nil else {
            index.remove(key)
            return
        }
        health.wrote()
        // It may have had to go again meanwhile: then its removal comes next.
        guard index.item(key, at: unixTime()) != nil else { return }
        rows[key] = row
        for member in members.values { member.tell(.stored([key])) }
    }

    /// The folder is let go of when nobody uses it any more.
    private func finishClosing() {
        guard !closing.isEmpty else { return }
        state = .off
        rows = [:]
        while let read = reads.popFirst() { read.then(nil) }
        let waiting = closing
        closing = []
        // Whatever the pool has just done holds the folder until the loop's next turn.
        loop.execute { for waiter in waiting { waiter.resume() } }
    }
}
