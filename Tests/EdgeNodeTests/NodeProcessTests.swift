import Foundation
import IOTestSupport
import Primitives
import SwarmTestSupport
import Testing
import TrackerWire

/// The built `shoal-node`, run as an operator runs it.
@Suite(.serialized, .timeLimit(.minutes(1))) struct NodeProcessTests {
    /// Beside the test bundle, wherever that was built.
    private static let program = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
        .deletingLastPathComponent().appending(path: "shoal-node").path

    private let folder = URL(filePath: NSTemporaryDirectory() + "shoal-node-" + UUID().uuidString)

    private func removeFolder() {
        do { try FileManager.default.removeItem(at: folder) } catch {
            Issue.record("\(folder) is left: \(error)")
        }
    }

    private func log(_ name: String) -> URL { folder.appending(path: name) }

    private func text(_ log: URL) -> String {
        // Until it has been made nothing was said.
        FileManager.default.contents(atPath: log.path).map { String(decoding: $0, as: UTF8.self) }
            ?? ""
    }

    private func until(
        _ log: URL, says words: String, of process: ChildProcess, _ scene: NodeScene
    ) async throws {
        while !text(log).contains(words) {
            try #require(process.isRunning, "\(text(log))")
            try await scene.loop.pass(.milliseconds(10))
        }
    }

    private func address(in log: URL) throws -> SocketAddress {
        let port = try #require(text(log).firstMatch(of: /site url=http:\/\/127\.0\.0\.1:(\d+)\//))
        return SocketAddress(ip: .loopback, port: try #require(UInt16(port.output.1)))
    }

    @Test func `after SIGKILL a node with a store serves what it had, from the disk`() async throws
    {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { removeFolder() }
        try await NodeScene.run { scene in
            let file = log("node.json5")
            let settings = """
                {
                  sdkKey: "\(try scene.tracker.sdkKey().text)", role: "edge", peers: "loopback",
                  listen: ["127.0.0.1:0"], store: "\(log("store").path)", interval: 1,
                  sites: { news: { origin: "\(scene.origin.url("/"))" } },
                }
                """
            try settings.write(to: file, atomically: true, encoding: .utf8)
            let words = [Self.program, "--config", file.path]
            let first = try ChildProcess(words, log: log("first").path)
            try await until(log("first"), says: "site url=", of: first, scene)
            let played = try await scene.play(at: try address(in: log("first")))
            #expect(played.map(\.body) == scene.video.segments)
            try await until(log("first"), says: "store segments=4 ", of: first, scene)
            #expect(text(log("first")).contains("access site=news method=GET"))
            first.kill()

            let second = try ChildProcess(words, log: log("second").path)
            try await until(log("second"), says: "store segments=4 ", of: second, scene)
            let again = try await scene.play(at: try address(in: log("second")))
            #expect(again.map(\.body) == scene.video.segments)
            #expect(again.map { $0.header("X-Cache") } == ["STORE", "STORE", "STORE", "STORE"])
            for number in scene.video.segments.indices {
                #expect(scene.origin.requests(for: TestVideo.path(number)).count == 1)
            }
            second.end()
        }
    }

    /// What an operator asks it while it runs, and how it ends: by what its file says then.
    @Test func `a node says how it is, and drains for as long as its file says since SIGHUP`()
        async throws
    {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { removeFolder() }
        try await NodeScene.run { scene in
            let file = log("node.json5")
            func settings(drain: Int) throws -> String {
                """
                {
                  sdkKey: "\(try scene.tracker.sdkKey().text)", role: "edge", peers: "loopback",
                  listen: ["127.0.0.1:0"], admin: "127.0.0.1:0", drain: \(drain),
                  sites: { news: { origin: "\(scene.origin.url("/"))" } },
                }
                """
            }
            try settings(drain: 3_600).write(to: file, atomically: true, encoding: .utf8)
            let node = try ChildProcess(
                [Self.program, "--config", file.path], log: log("node").path)
            try await until(log("node"), says: "admin url=", of: node, scene)
            let played = try await scene.play(at: try address(in: log("node")))
            #expect(played.map(\.body) == scene.video.segments)

            let found = text(log("node")).firstMatch(of: /admin url=http:\/\/([0-9.:]+)\//)
            let admin = String(try #require(found).output.1)
            func stats(_ flags: String...) throws -> (status: Int32, text: String) {
                let stats = try ChildProcess(
                    [Self.program, "stats", "--admin", admin] + flags, log: log("stats").path)
                return (stats.wait() >> 8, text(log("stats")))
            }
            // The node looks at itself once a second.
            var table = try stats()
            while table.status == 0, !table.text.contains(/sessions +1\n/) {
                try await scene.loop.pass(.milliseconds(50))
                table = try stats()
            }
            #expect(table.status == 0, "\(table.text)")
            let json = try stats("--json")
            #expect(json.status == 0 && json.text.hasPrefix(#"{"service":"node","process":{"#))

            // An answer that never ends: the first file would have the node wait for it for an hour.
            scene.origin.treat("/held.png", as: .held)
            let player = try await HTTPClient.connect(
                to: try address(in: log("node")), on: scene.loop)
            try await player.send("GET /news/held.png HTTP/1.1\r\nHost: edge\r\n\r\n")
            while scene.origin.requests(for: "/held.png").isEmpty {
                try await scene.loop.pass(.milliseconds(10))
            }
            try settings(drain: 1).write(to: file, atomically: true, encoding: .utf8)
            node.signal(SIGHUP)
            try await until(
                log("node"), says: "reloaded changed=drain needs_restart=", of: node, scene)
            node.signal(SIGTERM)
            #expect(node.wait() == 0)
            #expect(text(log("node")).contains("drained unfinished=1"))
            player.close()
            let gone = try stats()
            #expect(gone.status == 1)
            #expect(gone.text.contains("no node answers at \(admin)"))
        }
    }

    @Test func `a configuration that cannot be is refused with its key`() async throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { removeFolder() }
        let file = log("node.json5")
        try "{ sdkKey: 'k', rol: 'edge' }".write(to: file, atomically: true, encoding: .utf8)
        let refused = try ChildProcess(
            [Self.program, "check-config", "--config", file.path], log: log("refused").path)
        #expect(refused.wait() >> 8 == 64)
        #expect(text(log("refused")).contains("rol: there is no such key; did you mean role?"))
        try "{ sdkKey: 'k', urls: ['http://x/a'] }".write(
            to: file, atomically: true, encoding: .utf8)
        let good = try ChildProcess(
            [Self.program, "check-config", "--config", file.path], log: log("good").path)
        #expect(good.wait() == 0)
        #expect(text(log("good")).contains("the configuration is good"))
    }
}
