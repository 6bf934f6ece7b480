import EventLoop
import Foundation

/// Starts the SDK of a process: the licence first, then the device.
final class Starter: Sendable {
    static let shared = Starter(clock: { Date() })

    private let clock: @Sendable () -> Date
    private let state = Locked(StartState())

    init(clock: @escaping @Sendable () -> Date) {
        self.clock = clock
    }

    /// The device's file is not touched before the licence has been found good.
    @concurrent
    func start(
        _ check: LicenceCheck, licence file: Data, device: DeviceFile
    ) async throws(P2PStartError) {
        let attempt = state.withLock { $0.begin() }
        do throws(P2PStartError) {
            let licence = try check.read(file, at: clock())
            let values = try device.readOrCreate().values
            state.withLock { $0.succeeded(attempt, licence, values) }
        } catch {
            state.withLock { $0.failed(attempt, error) }
            throw error
        }
    }

    func deviceValues() throws(P2PStartError) -> DeviceValues {
        let state = state.withLock { $0 }
        return try state.values(at: clock())
    }

    func shutDown() {
        state.withLock { $0.shutDown() }
    }
}
