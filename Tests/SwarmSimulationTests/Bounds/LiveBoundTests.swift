import SwarmSimulation
import Testing

@Suite struct LiveBoundTests {
    @Test(arguments: [(1, 0), (2, 0.5), (3, 0.667), (4, 0.75), (10, 0.9), (100, 0.99)])
    func `one copy of each segment is the least`(_ viewers: Int, _ offload: Double) {
        let bound = LiveBound(viewers: Double(viewers), upload: 2)
        #expect(abs(bound.offload - offload) < 0.001)
        #expect(bound.offload == bound.ofOneCopy)
    }

    @Test(arguments: [(0.0, 0.0), (0.5, 0.5), (0.9, 0.9), (1.0, 0.99), (2.0, 0.99)])
    func `uplinks below the bitrate are the limit`(_ upload: Double, _ offload: Double) {
        #expect(abs(LiveBound(viewers: 100, upload: upload).offload - offload) < 1e-9)
    }

    @Test func `an edge node's uplink is worth that of many viewers`() {
        let bound = LiveBound(viewers: 100, upload: 0.5, edgeUpload: 30)
        #expect(abs(bound.offload - 0.8) < 1e-9)
    }

    @Test(arguments: [(1, 0.5), (30, 0.9677), (50, 0.9804), (5_000, 0.999)])
    func `a fetcher in each neighbourhood costs more`(_ degree: Int, _ offload: Double) {
        let bound = LiveBound(viewers: 1_000, upload: 2)
        #expect(abs(bound.neighbourLocal(degree: degree) - offload) < 0.0001)
    }

    @Test(arguments: [(0, 0.9677), (500, 0.9829), (1_000, 0.999), (2_000, 0.999)])
    func `neighbours of an edge node leave it to that`(_ besideEdges: Int, _ offload: Double) {
        let bound = LiveBound(viewers: 1_000, upload: 2)
        #expect(abs(bound.neighbourLocal(degree: 30, besideEdges: besideEdges) - offload) < 0.0001)
    }
}
