import Foundation
import Testing

@testable import shoal_swarm

@Suite(
    .serialized,
    .disabled(if: ToolRun.obstacle != nil, Comment(rawValue: ToolRun.obstacle ?? "")))
struct ToolTests {
    private static let short = ["--cdn-only", "--peers", "2", "--arrival", "0.2"]

    @Test(.timeLimit(.minutes(5)))
    func `a run without the exchange ends with exact bytes and leaves nothing`() async throws {
        let run = try ToolRun()
        let file = run.folder.appending(path: "report.json")
        let end = try await run.toEnd(
            Self.short + ["--duration", "6", "--speed", "10", "--json", file.path])
        let output = try run.output
        #expect(end == .exit(0), "\(output.joined(separator: "\n"))")
        #expect(output.contains("Every viewer finished, and every byte was right."))
        let report = try JSONDecoder().decode(SwarmReport.self, from: try run.data("report.json"))
        #expect(report.mode == "cdn-only")
        #expect(report.wrongBytes == 0)
        #expect(report.offload == 0)
        #expect(report.cdnCopiesPerSegment == 2)
        #expect(report.bytes.delivered == report.cdn?.bytes)
        #expect(report.perPeer.map(\.state) == [.finished, .finished])
        #expect(report.perPeer.allSatisfy { $0.position == 6 && $0.startupMs != nil })
        #expect(try run.leftovers() == [])
    }

    @Test(.timeLimit(.minutes(2)))
    func `faults take place and are told of`() async throws {
        let run = try ToolRun()
        let file = run.folder.appending(path: "report.json")
        let end = try await run.toEnd(
            Self.short + [
                "--speed", "15", "--json", file.path, "--kill-peer", "1", "--kill-tracker", "0.5",
                "--stop-cdn", "0.5:0.5",
            ])
        let output = try run.output
        #expect(end == .exit(0), "\(output.joined(separator: "\n"))")
        let report = try JSONDecoder().decode(SwarmReport.self, from: try run.data("report.json"))
        #expect(Set(report.perPeer.map(\.state)) == [.finished, .killed])
        let faults = Set(report.faults.map(\.what))
        #expect(faults.isSuperset(of: ["CDN stopped", "CDN goes on", "tracker killed"]))
        #expect(faults.count == 4)
        #expect(try run.leftovers() == [])
    }

    @Test(.timeLimit(.minutes(2)), arguments: [SIGINT, SIGTERM])
    func `a signal stops the run at once, and nothing is left`(_ signal: Int32) async throws {
        let run = try ToolRun()
        let file = run.folder.appending(path: "report.json")
        let output = Pipe()
        let tool = try await run.start(
            Self.short + ["--stop-cdn", "0:600", "--json", file.path], output: output)
        var splitter = LineSplitter()
        for await chunk in output.fileHandleForReading.chunks()
        where splitter.add(chunk).contains(where: { $0.contains("viewers 1/2") }) {
            break
        }
        tool.send(signal)
        #expect(await tool.waitForEnd() == .exit(130))
        #expect(try run.output.contains("shoal-swarm: stopped"))
        #expect(try run.leftovers() == [])
        #expect(!FileManager.default.fileExists(atPath: file.path))
    }

    @Test(.timeLimit(.minutes(2)))
    func `nothing goes on when the run itself is killed`() async throws {
        let run = try ToolRun()
        let output = Pipe()
        let tool = try await run.start(Self.short + ["--compare"], output: output)
        var splitter = LineSplitter()
        for await chunk in output.fileHandleForReading.chunks()
        where splitter.add(chunk).contains(where: { $0.contains("viewers 2/2") }) {
            break
        }
        #expect(try run.processes().count > 3)
        tool.send(SIGKILL)
        #expect(await tool.waitForEnd() == .signal(SIGKILL))
        while try !run.processes().isEmpty { try await Task.sleep(for: .milliseconds(20)) }
        // Its folder goes with the next run.
        #expect(try run.leftovers().count == 1)
        _ = try await run.toEnd(["--media", "/", "--peers", "1"])
        #expect(try run.leftovers() == [])
    }

    @Test(.timeLimit(.minutes(2)))
    func `a channel plays beside twins that have no engine`() async throws {
        let run = try ToolRun()
        let file = run.folder.appending(path: "report.json")
        let end = try await run.toEnd([
            "--live", "--compare", "--peers", "2", "--arrival", "0.5", "--speed", "4",
            "--duration", "6", "--json", file.path,
        ])
        let output = try run.output
        #expect(end == .exit(0), "\(output.joined(separator: "\n"))")
        let report = try JSONDecoder().decode(SwarmReport.self, from: try run.data("report.json"))
        #expect(report.isLive)
        #expect(report.wrongBytes == 0 && report.twins?.wrongBytes == 0)
        #expect(report.perPeer.allSatisfy { $0.position == 6 })
        // Three segments of half a second, rounded up to a whole one each, and what is under way.
        let latency = try #require(report.latency)
        #expect((1...6).contains(latency.mean))
        #expect(report.bound > 0.3)
        #expect(report.bytes.peer > 0)
        #expect(try run.leftovers() == [])
    }

    @Test(.timeLimit(.minutes(2)))
    func `a viewer jumps to what only a slow peer has, and its twin does too`() async throws {
        let run = try ToolRun()
        let file = run.folder.appending(path: "report.json")
        let end = try await run.toEnd([
            "--peers", "2", "--slow-peer", "--compare", "--speed", "2", "--buffer", "6",
            "--seek", "1:1:40", "--seek", "2:4:44", "--duration", "50", "--json", file.path,
        ])
        let output = try run.output
        #expect(end == .exit(0), "\(output.joined(separator: "\n"))")
        let report = try JSONDecoder().decode(SwarmReport.self, from: try run.data("report.json"))
        #expect(report.seeks.map(\.viewer) == [1, 2])
        #expect(report.seeks.map(\.target) == [40, 44])
        // A segment has 49 of the chunks of which the slow peer sends one in two seconds.
        #expect(report.seeks.allSatisfy { $0.milliseconds.map { $0 < 10_000 } ?? false })
        #expect(report.seeks.allSatisfy { $0.withoutEngine != nil })
        #expect(report.wrongBytes == 0 && report.twins?.wrongBytes == 0)
    }

    @Test(.timeLimit(.minutes(2)))
    func `a fault that came too late fails the run`() async throws {
        let run = try ToolRun()
        let end = try await run.toEnd(
            Self.short + ["--duration", "2", "--speed", "10", "--kill-tracker", "500"])
        #expect(end == .exit(1))
        #expect(
            try run.output.contains("  it was over before 500.0 s, too early to kill the tracker"))
    }

    @Test(.timeLimit(.minutes(1)))
    func `wrong usage is told from a failure`() async throws {
        let run = try ToolRun()
        #expect(try await run.toEnd(["--peers", "x"]) == .exit(64))
        #expect(try await run.toEnd(["--help"]) == .exit(0))
        #expect(
            try await run.toEnd(["--json", "/no/such/folder/r.json"]) == .exit(1))
        #expect(try run.leftovers() == [])
    }
}
