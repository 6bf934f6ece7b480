import CLibUV

extension UVEventLoop {
    /// Runs `work` on a thread of the process-wide worker pool, then `then` on the loop with what it made.
    ///
    /// Called on the loop. At shutdown the loop waits for work in flight.
    package func runOnWorker<Result: Sendable>(
        _ work: @escaping @Sendable () -> Result,
        then: @escaping @Sendable (Result) -> Void
    ) {
        preconditionOnLoop()
        guard !inbox.withLock({ $0.isOver }) else {
            then(work())
            return
        }
        WorkItem {
            let result = work()
            return { then(result) }
        }.start(on: memory)
    }
}

/// Work on its way to the pool and back; libuv's queue orders the two threads that touch it.
@safe private final class WorkItem: @unchecked Sendable {
    private let request = UnsafeMutablePointer<uv_work_t>.allocate(capacity: 1)
    private let work: @Sendable () -> @Sendable () -> Void
    private var completion: (@Sendable () -> Void)?

    init(_ work: @escaping @Sendable () -> @Sendable () -> Void) {
        self.work = work
    }

    deinit {
        unsafe request.deallocate()
    }

    func start(on memory: LoopMemory) {
        unsafe request.pointee.data = Unmanaged.passRetained(self).toOpaque()
        let result = unsafe uv_queue_work(
            memory.loop, request,
            { request in
                guard let data = unsafe request?.pointee.data else { return }
                unsafe Unmanaged<WorkItem>.fromOpaque(data).takeUnretainedValue().run()
            },
            { request, _ in
                guard let data = unsafe request?.pointee.data else { return }
                unsafe Unmanaged<WorkItem>.fromOpaque(data).takeRetainedValue().complete()
            })
        precondition(result == 0, "uv_queue_work: \(LoopError(code: result))")
    }

    private func run() {
        completion = work()
    }

    private func complete() {
        completion?()
    }
}
