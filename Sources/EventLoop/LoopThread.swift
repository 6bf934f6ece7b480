import CLibUV

import Synchronization

/// The thread that is a loop, or after its end stands in for it.
///
/// `isCurrent` and `join` may be called from any thread.
final class LoopThread: Sendable {
    private enum State {
        case notStarted
        case started(uv_thread_t)
        case joined
    }

    private static let nobody: UInt = 0

    private let current = Atomic<UInt>(nobody)
    private let state = Locked(State.notStarted)

    var isCurrent: Bool {
        current.load(ordering: .relaxed) == Self.identity
    }

    private static var identity: UInt { UInt(uv_thread_self()) }

    func start(name: String, _ body: @escaping @Sendable () -> Void) throws(LoopError) {
        let main = ThreadMain(name: name) { [self] in
            enter()
            body()
        }
        let argument = unsafe Unmanaged.passRetained(main).toOpaque()
        var identifier = uv_thread_t()
        let result = unsafe uv_thread_create(
            &identifier,
            { argument in
                guard let argument = unsafe argument else { return }
                unsafe Unmanaged<ThreadMain>.fromOpaque(argument).takeRetainedValue().run()
            }, argument)
        guard result == 0 else {
            unsafe Unmanaged<ThreadMain>.fromOpaque(argument).release()
            throw LoopError(code: result)
        }
        state.withLock { $0 = .started(identifier) }
    }

    func enter() {
        current.store(Self.identity, ordering: .relaxed)
    }

    func leave() {
        current.store(Self.nobody, ordering: .relaxed)
    }

    /// Waits for the thread to be gone; the lock makes a second caller wait for the first.
    func join() {
        state.withLock { state in
            switch state {
            case .started(var identifier):
                unsafe uv_thread_join(&identifier)
                state = .joined
            case .notStarted, .joined:
                break
            }
        }
    }
}

/// What a new thread is given: one pointer's worth.
private final class ThreadMain: Sendable {
    /// What the kernel keeps of a thread's name, without the terminating zero.
    private static let longestName = 15

    private let name: String
    private let body: @Sendable () -> Void

    init(name: String, body: @escaping @Sendable () -> Void) {
        self.name = name
        self.body = body
    }

    func run() {
        _ = unsafe pthread_setname_np(pthread_self(), String(name.prefix(Self.longestName)))
        body()
    }
}
