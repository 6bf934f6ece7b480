import Primitives
import SwarmSimulation
import Testing

@Suite struct RelayTimeTests {
    @Test(arguments: [
        (1, 0), (2, 1), (3, 2), (4, 2), (5, 3), (1_000, 10), (1_024, 10), (1_025, 11),
    ])
    func `those who have it double with each relay`(_ viewers: Int, _ hops: Int) {
        let time = RelayTime(viewers: viewers, segmentSize: 1, chunkSize: 1, uplink: 1)
        #expect(time.hops == hops)
    }

    @Test func `the note's example: 4 s at 4 Mbit a second over uplinks of twice that`() {
        let time = RelayTime(
            viewers: 1_000, segmentSize: 2_000_000, chunkSize: 128 << 10, uplink: 1_000_000)
        #expect(time.ofWholeSegments == .seconds(22))
        #expect(abs(time.ofChunks.inSeconds - 3.3) < 0.02)
    }
}
