import EventLoop

/// What a fetch has while it is on the wire.
final class FetchTransfer {
    let request: OriginRequest
    let onEvent: @Sendable (OriginEvent) -> Void
    let easy: CurlEasy
    let timer: LoopTimer
    var machine: FetchMachine
    var clock: ProgressClock
    /// What goes with the request to where the machine is now; nil where none belongs.
    var credential: OriginCredential?
    /// Whether the policy has refused an address of the host that is being asked.
    var hasRefusedAddress = false

    init(
        _ request: OriginRequest, machine: FetchMachine, easy: CurlEasy, timer: LoopTimer,
        onEvent: @escaping @Sendable (OriginEvent) -> Void
    ) {
        self.request = request
        self.machine = machine
        self.easy = easy
        self.timer = timer
        self.onEvent = onEvent
        clock = ProgressClock(patience: request.progressTimeout)
    }

    /// The timer is not moved with every byte: when it fires it finds out what is due.
    func armTimer() {
        if let deadline = clock.deadline { timer.arm(at: deadline) }
    }
}
