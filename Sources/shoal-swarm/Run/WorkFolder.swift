import Foundation

/// The folder of one run: everything that its processes write, and gone with the run.
struct WorkFolder: Sendable {
    let url: URL

    /// Makes it; the logs are to stay in the folder `logs`, which is made if it is missing.
    init(keepingLogsIn logs: String?) throws {
        let files = FileManager.default
        url = files.temporaryDirectory
            .appending(path: "shoal-swarm-\(ProcessInfo.processInfo.processIdentifier)")
        try files.createDirectory(at: url, withIntermediateDirectories: false)
        guard let logs else {
            try files.createDirectory(at: logFolder, withIntermediateDirectories: false)
            return
        }
        let kept = URL(filePath: logs).standardizedFileURL
        do {
            try files.createDirectory(at: kept, withIntermediateDirectories: true)
            try files.createSymbolicLink(at: logFolder, withDestinationURL: kept)
        } catch {
            remove()
            throw RunFailure("\(logs) cannot hold the logs: \(error.localizedDescription)")
        }
    }

    func file(_ name: String) -> URL { url.appending(path: name) }

    func log(_ name: String) -> URL { logFolder.appending(path: name) }

    func remove() {
        do {
            try FileManager.default.removeItem(at: url)
        } catch {
            Output.complain("\(url.path) cannot be removed: \(error.localizedDescription)")
        }
    }

    private var logFolder: URL { url.appending(path: "logs") }
}
