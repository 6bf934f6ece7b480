import Foundation
import Testing

@testable import shoal_swarm

@Suite struct SwarmReportTests {
    private func report(
        _ viewers: [ViewerState], twins: [ViewerState] = [], log: CDNLog? = nil,
        problems: [String] = [], words: [String] = []
    ) throws -> SwarmReport {
        let arguments = try #require(try SwarmArguments(["--peers", "\(viewers.count)"] + words))
        return SwarmReport(
            arguments: arguments, seconds: 12.5, viewers: viewers, twins: twins, cdnLog: log,
            faults: [],
            problems: problems)
    }

    private func viewer(_ number: Int, peer: Int, cdn: Int) -> ViewerState {
        .sample(number, loaded: ["/s0.ts": (peer + cdn) / 2, "/s1.ts": (peer + cdn + 1) / 2]) {
            report in
            report.peerBytes = peer
            report.cdnBytes = cdn
            report.delivered = peer + cdn
            report.uploaded = 7
            report.wasted = 1
            report.cdnBytesByReason = ["owner": cdn]
        }
    }

    @Test func `bytes add up, and offload is held against one copy for all`() throws {
        let report = try report([
            viewer(1, peer: 0, cdn: 100), viewer(2, peer: 80, cdn: 20),
            viewer(3, peer: 70, cdn: 30), viewer(4, peer: 100, cdn: 0),
        ])
        #expect(report.bytes.peer == 250)
        #expect(report.bytes.cdn == 150)
        #expect(report.bytes.delivered == 400)
        #expect(report.bytes.uploaded == 28)
        #expect(report.bytes.wasted == 4)
        #expect(report.offload == 0.625)
        #expect(report.bound == 0.75)
        #expect(report.cdnBytesByReason == ["owner": 150])
        #expect(report.isGood)
    }

    @Test func `without a log of the CDN the ledgers tell its copies`() throws {
        let report = try report([viewer(1, peer: 0, cdn: 100), viewer(2, peer: 50, cdn: 50)])
        #expect(report.cdnCopiesPerSegment == 1.5)
        #expect(report.cdn == nil)
    }

    @Test func `the log of the CDN is its own word on copies and offload`() throws {
        let log = CDNLog("200|100||/s0.ts\n200|50||/s0.ts\n")
        let report = try report(
            [viewer(1, peer: 0, cdn: 100), viewer(2, peer: 60, cdn: 40)], log: log)
        #expect(report.cdnCopiesPerSegment == 1.5)
        #expect(report.cdn?.bytes == 150)
        #expect(report.cdn?.offload == 0.25)
    }

    @Test func `the bound is one copy of each segment for those who played it`() throws {
        let killed = ViewerState.sample(3, .killed, loaded: ["/s0.ts": 50])
        let other = ViewerState.sample(4, loaded: ["/s9.ts": 150])
        let report = try report([
            viewer(1, peer: 0, cdn: 100), viewer(2, peer: 80, cdn: 20), killed, other,
        ])
        #expect(report.bytes.played == 400)
        // 250 bytes were played in all of which each is needed once.
        #expect(report.bound == 0.375)
        #expect(report.isGood)
    }

    @Test func `the distance to the bound tells what nobody played apart`() throws {
        let log = CDNLog("200|50||/s0.ts\n200|50||/s1.ts\n200|20||/s1.ts\n200|40||/s2.ts\n")
        let report = try report(
            [viewer(1, peer: 0, cdn: 100), viewer(2, peer: 140, cdn: 0)], log: log)
        #expect(report.bytes.played == 240)
        #expect(report.bytes.unplayed == 0)
        #expect(report.cdn?.unplayed == 40)
        let bound = (240.0 - 140) / 240
        let offload = (240.0 - 160) / 240
        #expect(abs(report.points - 100 * (bound - offload)) < 1e-9)
        #expect(abs(report.pointsOfPlayed - report.points + 100 * 40 / 240) < 1e-9)
    }

    @Test func `what an engine holds and its player has not had is not played`() throws {
        let ahead = ViewerState.sample(1, loaded: ["/s0.ts": 100]) { report in
            report.peerBytes = 70
            report.cdnBytes = 80
            report.cdnBytesByReason = ["notShareable": 10, "owner": 70]
        }
        #expect(try report([ahead]).bytes.unplayed == 40)
    }

    @Test func `twins show what it is like without an engine`() throws {
        let slow = ViewerState.sample(1) { report in
            report.startupMs = 90
            report.stallSeconds = 2
            report.seeks = [
                ViewerReport.Seek(target: 40, milliseconds: 300),
                ViewerReport.Seek(target: 50, milliseconds: nil),
            ]
            report.latency = 7
        }
        let twin = ViewerState.sample(1) { report in
            report.startupMs = 50
            report.stallSeconds = 0.5
            report.seeks = [ViewerReport.Seek(target: 40, milliseconds: 100)]
            report.latency = 6
        }
        let report = try report([slow], twins: [twin])
        #expect(report.twins?.startupDifferenceMs.p50 == 40)
        #expect(report.twins?.stallDifference == 1.5)
        #expect(report.latency?.mean == 7 && report.twins?.latency?.mean == 6)
        #expect(report.seeks.map(\.milliseconds) == [300, nil])
        #expect(report.seeks.map(\.withoutEngine) == [100, nil])
        #expect(report.text.contains("  start-up, median           90 ms      50 ms"))
        #expect(report.text.contains("  viewer 1 to 50.00 s        never"))
        #expect(report.bytes.delivered == 0)
    }

    @Test func `only a strict run fails by what was slow or came from the CDN`() throws {
        let poor = (1...2).map { number in
            ViewerState.sample(number, loaded: ["/s0.ts": 100]) { report in
                report.cdnBytes = 100
                report.stallSeconds = 0.25
                report.startupMs = 120
            }
        }
        let twins = (1...2).map { number in ViewerState.sample(number) { $0.startupMs = 70 } }
        #expect(try report(poor, twins: twins).isGood)
        #expect(
            try report(poor, words: ["--strict"]).problems == [
                "viewers stalled for 0.50 s", "offload is 50.00 points below its bound",
            ])
        #expect(
            try report(poor, twins: twins, words: ["--strict"]).problems == [
                "viewers stalled for 0.50 s more than their twins",
                "offload is 50.00 points below its bound",
                "the median start took 50 ms longer than without an engine",
            ])
        let good = [viewer(1, peer: 0, cdn: 100), viewer(2, peer: 100, cdn: 0)]
        #expect(try report(good, words: ["--strict"]).isGood)
    }

    @Test func `a twin that fails fails the run`() throws {
        let report = try report([.sample(1)], twins: [.sample(1, .failed, problem: "status 404")])
        #expect(report.problems == ["twin 1 failed: status 404"])
    }

    @Test func `nothing played is no division by zero`() throws {
        let report = try report([.sample(1, .failed, problem: "status 404")])
        #expect(report.offload == 0)
        #expect(report.bound == 0)
        #expect(report.points == 0)
        #expect(report.wasteShare == 0)
        #expect(report.cdnCopiesPerSegment == 0)
        #expect(report.startupMs.p50 == 0)
        #expect(report.problems == ["viewer 1 failed: status 404"])
    }

    @Test func `a wrong byte, an unfinished viewer and a dead server each fail a run`() throws {
        #expect(try report([.sample(1) { $0.wrongBytes = 1 }]).problems.count == 1)
        #expect(try report([.sample(1), .sample(2, .playing)]).problems.count == 1)
        #expect(try report([.sample(1)], problems: ["nginx died"]).problems == ["nginx died"])
    }

    @Test func `stalls, retries and start-ups are those of all viewers`() throws {
        let report = try report(
            (1...20).map { number in
                .sample(number) { report in
                    report.stalls = 1
                    report.stallSeconds = 0.5
                    report.retries = 2
                    report.startupMs = Double(number)
                }
            })
        #expect(report.stalls.count == 20)
        #expect(report.stalls.seconds == 10)
        #expect(report.retries == 40)
        #expect(report.startupMs.p50 == 10.5)
        #expect(report.startupMs.p95 == 19)
    }

    @Test(
        arguments: [
            (0.5, [], 0), (0.5, [7], 7), (0.95, [7], 7), (0.5, [1, 2], 1), (0.95, [1, 2], 2),
            (0, [1, 2, 3], 1), (1, [1, 2, 3], 3), (0.5, [1, 2, 3], 2),
        ] as [(Double, [Double], Double)])
    func `a percentile is one of the values`(
        _ share: Double, _ values: [Double], _ expected: Double
    ) {
        #expect(SwarmReport.percentile(share, of: values) == expected)
    }

    @Test func `a median lies in the middle`() {
        #expect(SwarmReport.median(of: []) == 0)
        #expect(SwarmReport.median(of: [7]) == 7)
        #expect(SwarmReport.median(of: [1, 2]) == 1.5)
        #expect(SwarmReport.median(of: [1, 2, 9]) == 2)
    }

    @Test func `the JSON has the names that readers rely on`() throws {
        let report = try report(
            [viewer(1, peer: 5, cdn: 5)], log: CDNLog(""), words: ["--cdn-only"])
        let json = try #require(
            JSONSerialization.jsonObject(with: try report.json()) as? [String: Any])
        #expect(
            Set(json.keys) == [
                "peers", "mode", "isLive", "seed", "seconds", "bytes", "offload", "bound", "points",
                "pointsOfPlayed", "cdnCopiesPerSegment", "cdn", "wasteShare", "wrongBytes",
                "stalls", "skippedSeconds", "retries", "startupMs", "seeks", "cdnBytesByReason",
                "faults", "perPeer", "problems",
            ])
        #expect(json["mode"] as? String == "cdn-only")
        #expect(
            Set((json["bytes"] as? [String: Int] ?? [:]).keys) == [
                "delivered", "peer", "cdn", "uploaded", "wasted", "played", "unplayed",
            ])
        #expect(Set((json["stalls"] as? [String: Any] ?? [:]).keys) == ["count", "seconds"])
        #expect(Set((json["startupMs"] as? [String: Any] ?? [:]).keys) == ["p50", "p95"])
        let peer = try #require((json["perPeer"] as? [[String: Any]])?.first)
        #expect(peer["number"] as? Int == 1)
        #expect(peer["state"] as? String == "finished")
        #expect((peer["bytes"] as? [String: Int])?["peer"] == 5)
    }

    @Test func `the text says what failed, or that all is well`() throws {
        let good = try report([viewer(1, peer: 0, cdn: 100), viewer(2, peer: 90, cdn: 10)])
        #expect(
            good.text.contains(
                "  offload                    0.450      0.500   by the viewers' ledgers"))
        #expect(good.text.contains("  from CDN                   110 B      100 B"))
        #expect(good.text.last == "Every viewer finished, and every byte was right.")
        let bad = try report([.sample(1, .died, problem: "signal 11")])
        #expect(bad.text.suffix(2) == ["  viewer 1 died: signal 11", "FAILED"])
    }
}
