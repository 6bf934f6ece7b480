import EventLoop
import Primitives

/// Moves one timer's moment on and on, as a machine does with its deadline after each input.
struct TimerRearm {
    private let loop: UVEventLoop

    init(on loop: UVEventLoop) {
        self.loop = loop
    }

    func run(_ rounds: Int) async -> Moment {
        await withCheckedContinuation { waiter in
            loop.execute {
                let timer = LoopTimer(on: loop) {}
                var moment = loop.now + .seconds(10)
                for _ in 0..<rounds {
                    moment = moment + .milliseconds(1)
                    timer.arm(at: moment)
                }
                timer.close()
                waiter.resume(returning: moment)
            }
        }
    }
}
