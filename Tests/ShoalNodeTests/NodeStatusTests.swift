import EdgeNode
import NodeConfiguration
import Operations
import Testing

@testable import shoal_node

/// What `stats` asks, and what it makes of the answer.
@Suite struct NodeStatusTests {
    private func report() -> ServiceReport {
        var overview = Overview(
            health: Health([
                Health.Check("listener", .ok),
                Health.Check("tracker", .degraded, note: "no answer"),
            ]))
        overview.sessions = 3
        overview.swarmCount = 1
        var swarm = Overview.Swarm(id: "abcdef")
        swarm.members = 5
        swarm.edges = 2
        overview.swarms = [swarm]
        overview.traffic.peerBytes = 3 << 30
        overview.traffic.cdnBytes = 1 << 30
        overview.traffic.cdnBytesByReason = ["deadline": 1_536]
        overview.trust.refused = ["connections": 7]
        var process = ProcessUsage()
        process.uptimeSeconds = 90_061
        return ServiceReport(
            service: "node", overview: overview, process: process, metrics: MetricPage(),
            history: TrafficHistory())
    }

    @Test func `a status becomes a table`() throws {
        let table = try NodeStatus(Array(report().statusText.utf8)).table
        let rows = table.split(separator: "\n").map { row in
            row.split(separator: " ").joined(separator: " ")
        }
        for row in [
            "service node, degraded", "up 1 d 01:01:01", "tracker degraded: no answer",
            "sessions 3", "offload 75.0 % (at best -)", "from peers 3.0 GiB", "deadline 1.5 KiB",
            "abcdef 5 members, 2 edges", "connections 7 refused", "uploaded 0 B",
        ] {
            #expect(rows.contains(row), "\(row) is not in \(rows)")
        }
    }

    @Test(arguments: ["", "{}", "<html>", #"{"service":1}"#])
    func `what is no status is said to be none`(_ text: String) {
        #expect(throws: StatusProblem.self) { try NodeStatus(Array(text.utf8)) }
    }

    @Test func `the operator's listener is where the configuration says`() throws {
        guard
            case .statistics(let question) = try NodeCommand.parse(
                ["stats", "--json", "--admin", "127.0.0.1:7402", "--watch"])
        else { return #expect(Bool(false), "no question") }
        #expect(question.address == ListenAddress("127.0.0.1:7402"))
        #expect(question.isJSON && question.isRepeated)
        for words in [[], ["--admin", "192.0.2.1:1"], ["--admin", "127.0.0.1:0"], ["--jso"]] {
            #expect(throws: ConfigurationProblem.self) { try NodeCommand.parse(["stats"] + words) }
        }
    }
}
