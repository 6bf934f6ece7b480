import CLibUV
package import Primitives

/// A one-shot timer that can be armed again and again; it never fires early.
///
/// Used on its loop's thread only. Stays open until `close`, or until the loop ends.
package final class LoopTimer: @unchecked Sendable {
    private enum State {
        case open(UVHandle, fire: @Sendable () -> Void)
        /// Also of a timer made while the loop ends.
        case closed
    }

    private static let nanosecondsPerTick: Int64 = 1_000_000

    private let loop: UVEventLoop
    private var state: State

    package init(on loop: UVEventLoop, fire: @escaping @Sendable () -> Void) {
        self.loop = loop
        state = .closed
        do throws(LoopError) {
            let handle = try UVHandle.timer(on: loop)
            state = .open(handle, fire: fire)
            handle.setOwner(self)
        } catch {
            // Only a loop that ends refuses; a timer that never fires is right there.
        }
    }

    /// Replaces what was armed before; a moment that has passed fires on the loop's next turn.
    package func arm(at moment: Moment) {
        loop.preconditionOnLoop()
        guard case .open(let handle, _) = state else { return }
        unsafe uv_timer_start(
            handle.timer,
            { timer in
                let timer: LoopTimer = unsafe owner(of: timer?.pointee.data)
                timer.fired()
            }, ticks(until: moment), 0)
    }

    package func disarm() {
        loop.preconditionOnLoop()
        guard case .open(let handle, _) = state else { return }
        unsafe uv_timer_stop(handle.timer)
    }

    package func close() {
        loop.preconditionOnLoop()
        guard case .open(let handle, _) = state else { return }
        state = .closed
        handle.close()
    }

    private func fired() {
        guard case .open(_, let fire) = state else { return }
        loop.isFiringTimers = true
        fire()
        loop.isFiringTimers = false
    }

    /// Ticks from libuv's cached time, which is the same clock rounded down: so rounding up is enough.
    private func ticks(until moment: Moment) -> UInt64 {
        let perTick = Self.nanosecondsPerTick
        let (whole, rest) = moment.nanoseconds.quotientAndRemainder(dividingBy: perTick)
        let due = rest > 0 ? whole + 1 : whole
        let ticks = due - Int64(clamping: unsafe uv_now(loop.memory.loop))
        return UInt64(max(ticks, loop.isFiringTimers ? 1 : 0))
    }
}

extension LoopTimer: HandleOwner {
    func closeForShutdown() { close() }
}
