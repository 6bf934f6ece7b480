import CLibUV
package import Primitives

/// A libuv loop on a thread of its own, and the executor of the actors pinned to it.
///
/// Work of actors and `execute` share one queue, so that whatever one thread hands over runs in that
/// order. Handles and the batch belong to the loop's thread; the rest may be used from any.
/// A loop that is never shut down keeps its thread for as long as the process lives.
package final class UVEventLoop: SerialExecutor, @unchecked Sendable {
    package let name: String

    let memory: LoopMemory
    let thread = LoopThread()
    let inbox = Locked(LoopInbox())
    let ending = Locked(LoopEnding())
    var handles = HandleTable()
    /// While timers fire, libuv would fire a timer that is already due again, before any I/O.
    var isFiringTimers = false
    private var batch: [LoopInbox.Work] = []

    package init(name: String) throws(LoopError) {
        ProcessSignals.ignoreBrokenPipes()
        self.name = name
        memory = try LoopMemory()
        memory.setOwner(self)
        do throws(LoopError) {
            try thread.start(name: name) { [self] in runUntilEnd() }
        } catch {
            memory.close()
            throw error
        }
    }

    deinit {
        memory.deallocate()
    }

    /// The clock that timers of every loop follow.
    package var now: Moment {
        Moment(nanoseconds: Int64(clamping: uv_hrtime()))
    }

    package var isCurrent: Bool { thread.isCurrent }

    package func preconditionOnLoop() {
        precondition(isCurrent, "not on the thread of loop \(name)")
    }

    /// How many timers, watches, listeners and connections are open or still closing.
    package var openHandleCount: Int {
        preconditionOnLoop()
        return handles.count
    }

    /// Runs `body` on the loop after everything handed to it before.
    ///
    /// What comes after the end of the loop still runs, but finds every handle closed.
    package func execute(_ body: @escaping @Sendable () -> Void) {
        enqueue(.body(body))
    }

    package func enqueue(_ job: consuming ExecutorJob) {
        enqueue(.job(UnownedJob(job)))
    }

    package func checkIsolated() {
        preconditionOnLoop()
    }

    package func isIsolatingCurrentContext() -> Bool? {
        isCurrent
    }

    private func enqueue(_ work: LoopInbox.Work) {
        switch inbox.withLock({ $0.append(work) }) {
        case .nothing: break
        case .loop: isCurrent ? memory.wakeNextTurn() : memory.wake()
        case .substitute: startSubstitute()
        }
    }

    func wokenUp() {
        memory.clearWake()
        takeTurn()
    }

    /// On the loop's own thread, while it has one.
    func takeTurn() {
        memory.beginTurn()
        runWaitingWork()
    }

    /// Runs one batch; what that adds waits for the next turn, so that I/O is not starved.
    func runWaitingWork() {
        inbox.withLock { $0.take(into: &batch) }
        for work in batch {
            switch work {
            case .job(let job):
                unsafe job.runSynchronously(on: asUnownedSerialExecutor())
            case .body(let body):
                body()
            }
        }
        batch.removeAll(keepingCapacity: true)
    }

    /// The loop that a callback's handle lives on.
    static func of(_ loop: UnsafeMutablePointer<uv_loop_t>) -> UVEventLoop {
        guard let data = unsafe loop.pointee.data else {
            preconditionFailure("a callback of a loop that is not ours")
        }
        return unsafe Unmanaged.fromOpaque(data).takeUnretainedValue()
    }
}
