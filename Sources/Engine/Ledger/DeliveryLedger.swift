import EventLoop
package import SwarmCore

/// Keeps one session's `Ledger`, of which statistics, events and metrics are views.
package actor DeliveryLedger {
    package nonisolated var unownedExecutor: UnownedSerialExecutor {
        unsafe loop.asUnownedSerialExecutor()
    }

    private nonisolated let loop: UVEventLoop
    package private(set) var ledger = Ledger()

    init(on loop: UVEventLoop) {
        self.loop = loop
    }

    /// Makes entries.
    package func enter(_ entry: (inout Ledger) -> Void) { entry(&ledger) }
}
