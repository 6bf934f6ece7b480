import Foundation

/// The tracker of one run, with keys of its own.
struct TrackerProcess {
    let process: ChildProcess
    let sdkKey: String

    /// Starts `shoal-tracker` from the folder of this program; the system picks its port.
    static func start(in folder: URL) async throws -> TrackerProcess {
        let program = Bundle.main.executableURL?.deletingLastPathComponent()
            .appending(path: "shoal-tracker").path
        guard let program, FileManager.default.isExecutableFile(atPath: program) else {
            throw ChildProcess.Failure(
                description: "shoal-tracker is not beside shoal-swarm: swift build first")
        }
        let keys = folder.appending(path: "tracker.keys").path
        let keygen = try ChildProcess(program, ["keygen", "--out", keys])
        guard await keygen.end() == 0 else {
            throw ChildProcess.Failure(description: "shoal-tracker keygen failed")
        }
        let keyFile = folder.appending(path: "sdk.key")
        let log = try LogFile.create(folder.appending(path: "tracker.log"))
        let process = try ChildProcess(
            program,
            [
                "serve", "--keys", keys, "--listen", "127.0.0.1:0", "--local-swarm",
                "--sdk-key-file", keyFile.path, "--app", "shoal-swarm",
            ], errors: log)
        for await line in process.lines where line.contains("127.0.0.1:") {
            let key = try String(contentsOf: keyFile, encoding: .utf8)
            Task { for await line in process.lines { log.write(Data((line + "\n").utf8)) } }
            return TrackerProcess(process: process, sdkKey: key)
        }
        throw ChildProcess.Failure(description: "shoal-tracker did not start")
    }
}
