import Foundation

@testable import shoal_swarm

/// A `shoal-node` and what it has said.
actor NodeProcess {
    struct Ended: Error {
        let words: [String]
    }

    private let process: ChildProcess
    private let log: LogFile
    private let chunks: AsyncStream<Data>
    private(set) var playback: URL?
    private(set) var peerBytes = 0
    private(set) var originBytes = 0
    private(set) var peers = 0

    init(_ program: URL, sdkKey: String, playing url: String, log: LogFile) async throws {
        self.log = log
        let output = Pipe()
        process = try await ChildProcess(
            program.path, ["--sdk-key", sdkKey, "--loopback", "--interval", "1", url], log: log,
            output: output)
        chunks = output.fileHandleForReading.chunks()
    }

    /// Hears what it says until it ends.
    func follow() async {
        var splitter = LineSplitter()
        for await chunk in chunks {
            for line in splitter.add(chunk) { read(line) }
        }
    }

    /// Where its player is to play, once it has said so.
    func playbackURL() async throws -> URL {
        while true {
            if let playback { return playback }
            guard process.isRunning else { throw Ended(words: log.excerpt()) }
            try await Task.sleep(for: .milliseconds(20))
        }
    }

    func stop() async {
        process.send(SIGTERM)
        await process.waitForEnd(within: .seconds(10))
    }

    private func read(_ line: String) {
        for word in line.split(separator: " ") {
            guard let equals = word.firstIndex(of: "=") else { continue }
            let value = String(word[word.index(after: equals)...])
            switch word[..<equals] {
            case "url": playback = URL(string: value)
            case "peers": peers = Int(value) ?? peers
            case "peer_bytes": peerBytes = Int(value) ?? peerBytes
            case "cdn_bytes": originBytes = Int(value) ?? originBytes
            default: break
            }
        }
    }
}
