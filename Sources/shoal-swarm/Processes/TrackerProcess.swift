import Foundation

/// The tracker of one run, with keys of its own.
struct TrackerProcess: Sendable {
    let process: ChildProcess
    let log: LogFile
    /// What a viewer's engine joins with.
    let sdkKey: String

    /// Starts `shoal-tracker` from the folder of this program; the system picks its port.
    static func start(in folder: WorkFolder) async throws -> TrackerProcess {
        let program = Bundle.main.executableURL?.deletingLastPathComponent()
            .appending(path: "shoal-tracker").path
        guard let program, FileManager.default.isExecutableFile(atPath: program) else {
            throw RunFailure(
                "shoal-tracker is not beside shoal-swarm: swift build --product shoal-tracker")
        }
        let log = try LogFile(folder.log("tracker.log"))
        let keys = folder.file("tracker.keys").path
        let keygen = try await ChildProcess(program, ["keygen", "--out", keys], log: log)
        let end = await keygen.waitOrKill()
        try Task.checkCancellation()
        guard end == .exit(0) else {
            throw RunFailure("shoal-tracker keygen failed, \(end)", log)
        }
        let keyFile = folder.file("sdk.key")
        let process = try await ChildProcess(
            program,
            [
                "serve", "--keys", keys, "--listen", "127.0.0.1:0", "--local-swarm",
                "--sdk-key-file", keyFile.path, "--app", "shoal-swarm",
            ], log: log)
        try await process.waitUntilReady("the tracker", writes: keyFile, log: log)
        let key = try String(contentsOf: keyFile, encoding: .utf8)
        return TrackerProcess(
            process: process, log: log, sdkKey: key.trimmingCharacters(in: .newlines))
    }
}
