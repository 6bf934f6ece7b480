import CLibUV
import Synchronization

/// The loops of one process, given out in turn.
package struct EventLoopGroup: Sendable {
    package let loops: [UVEventLoop]
    private let turn = Turn()

    /// Starts `loopCount` loops; nil means one per core.
    package init(loopCount: Int? = nil) throws(LoopError) {
        let count = loopCount ?? Int(uv_available_parallelism())
        precondition(count > 0, "a group has at least one loop")
        var loops: [UVEventLoop] = []
        do throws(LoopError) {
            for index in 0..<count { loops.append(try UVEventLoop(name: "loop-\(index)")) }
        } catch {
            for loop in loops { loop.shutdownBlocking() }
            throw error
        }
        self.loops = loops
    }

    package func next() -> UVEventLoop {
        loops[turn.take(of: loops.count)]
    }

    package func shutdown() async {
        for loop in loops { await loop.shutdown() }
    }
}

/// Counts who is next; shared by the copies of a group.
private final class Turn: Sendable {
    private let taken = Atomic<UInt>(0)

    func take(of count: Int) -> Int {
        Int(taken.wrappingAdd(1, ordering: .relaxed).oldValue % UInt(count))
    }
}
