import Testing

@testable import shoal_swarm

@Suite struct SwarmFrameTests {
    private let moment = SwarmMoment(
        seconds: 12.34, expected: 3,
        viewers: [
            .sample(1, .playing) { report in
                report.position = 30
                report.buffer = 19.96
                report.peerBytes = 0
                report.cdnBytes = 12_345_678
                report.uploaded = 999
                report.peers = 1
                report.stalls = 2
            },
            .sample(2, .killed) { $0.peerBytes = 4_115_226 },
        ], notes: ["CDN stopped"])

    @Test func `a terminal shows a line for each viewer and a bar`() {
        #expect(
            SwarmFrame.table(moment, columns: 100, rows: 24) == [
                "peer  state     position   buffer  from peers   from CDN         up  peers  stalls",
                "   1  playing     30.0 s   20.0 s         0 B    12.3 MB      999 B      1       2",
                "   2  killed       0.0 s    0.0 s      4.1 MB        0 B        0 B      0       0",
                "[###############...............]  50 %  12 s  offload 0.250  CDN stopped  1 killed",
            ])
    }

    @Test func `elsewhere one line tells as much`() {
        #expect(
            SwarmFrame.line(moment)
                == " 12.3 s  50 %  viewers 2/3, 0 finished  from peers 4.1 MB, CDN 12.3 MB"
                + "  offload 0.250  stalls 2  CDN stopped  1 killed")
    }

    @Test func `a small terminal is not overrun`() {
        let viewers = (1...50).map { ViewerState.sample($0, .playing) }
        let moment = SwarmMoment(seconds: 1, expected: 50, viewers: viewers, notes: [])
        let lines = SwarmFrame.table(moment, columns: 40, rows: 10)
        #expect(lines.count == 9)
        #expect(lines.allSatisfy { $0.count <= 40 })
        #expect(lines[7] == "      and 44 more")
    }

    @Test func `no viewer yet is no progress`() {
        let moment = SwarmMoment(seconds: 0, expected: 2, viewers: [], notes: [])
        #expect(moment.progress == 0)
        #expect(!moment.isOver)
        #expect(SwarmFrame.table(moment, columns: 80, rows: 24).count == 2)
    }

    @Test(arguments: [
        (0, "0 B"), (999, "999 B"), (1_000, "1.0 kB"), (999_900, "999.9 kB"),
        (1_000_000, "1.0 MB"), (192_900_000, "192.9 MB"), (2_500_000_000, "2.50 GB"),
    ])
    func `bytes have a unit`(_ bytes: Int, _ text: String) {
        #expect(ByteText.of(bytes) == text)
    }
}
