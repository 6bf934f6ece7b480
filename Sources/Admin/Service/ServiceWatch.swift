import EventLoop
package import Operations
import Primitives

/// Looks at a service each second, and tells the admin listener and the service manager what it sees.
///
/// The watchdog hears of a service only that has answered: one that hangs is started anew.
package struct ServiceWatch: Sendable {
    private static let interval = Duration.seconds(1)

    private let listener: AdminServer?
    private let manager: ServiceManager?

    package init(listener: AdminServer?, manager: ServiceManager?) {
        self.listener = listener
        self.manager = manager
    }

    /// Watches while `body` runs, from when the service is ready.
    package func run<Result: Sendable>(
        report: @escaping @Sendable () async -> ServiceReport, during body: () async -> Result
    ) async -> Result {
        guard listener != nil || manager != nil else { return await body() }
        await listener?.show(report())
        manager?.tell(.ready)
        return await withTaskGroup { group in
            group.addTask { await watch(report) }
            defer { group.cancelAll() }
            return await body()
        }
    }

    /// Tells everybody that nobody is to be sent here any more, as the report says.
    package func isStopping(_ report: ServiceReport) async {
        manager?.tell(.stopping)
        await listener?.show(report)
    }

    /// Reads a configuration again by `body`, and says so before and after.
    package func reload(_ body: () async -> Void) async {
        manager?.tell(.reloading(.monotonicNow))
        await body()
        manager?.tell(.ready)
    }

    private func watch(_ report: @Sendable () async -> ServiceReport) async {
        let interval = min(Self.interval, manager?.watchdogInterval ?? Self.interval)
        do {
            while true {
                try await Task.sleep(for: interval)
                let report = await report()
                if manager?.watchdogInterval != nil { manager?.tell(.alive) }
                // A service that ends has told everybody so; what was seen before that is old.
                try Task.checkCancellation()
                await listener?.show(report)
            }
        } catch {
            // Cancelled: the service ends.
        }
    }
}
