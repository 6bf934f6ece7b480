import Foundation

extension ChildProcess {
    private static let longestStart = Duration.seconds(15)

    /// Waits for the file that a server writes once it serves.
    ///
    /// If the file does not come, or the wait is cancelled, the process is gone when this throws.
    func waitUntilReady(_ name: String, writes file: URL, log: LogFile) async throws {
        do {
            let clock = ContinuousClock()
            let latest = clock.now + Self.longestStart
            while !FileManager.default.fileExists(atPath: file.path) {
                guard isRunning else {
                    throw RunFailure("\(name) ended at its start, \(await waitForEnd())", log)
                }
                guard clock.now < latest else {
                    throw RunFailure("\(name) did not start within \(Self.longestStart)", log)
                }
                try await Task.sleep(for: .milliseconds(20))
            }
        } catch {
            send(SIGKILL)
            await waitForEnd()
            throw error
        }
    }
}
