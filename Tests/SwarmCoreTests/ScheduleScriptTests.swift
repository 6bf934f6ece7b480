import Primitives
import ScheduleTestSupport
import TestSupport
import Testing

/// Inputs that make no sense, and the corpus from which the fuzzer goes on.
@Suite struct ScheduleScriptTests {
    private static let scripts = 300

    @Test(.timeLimit(.minutes(2))) func `no list of inputs breaks a rule`() {
        for script in 0..<UInt64(Self.scripts) {
            var random = SeededRandom(seed: testSeed &+ script)
            var inputs = ScheduleScript(random.bytes(600)[...])
            if let report = inputs.run() {
                Issue.record("SHOAL_SEED=\(testSeed), script \(script)\n\(report)")
                return
            }
        }
    }

    @Test(arguments: [
        ("script-orderly", orderly), ("script-live", live), ("script-contradiction", contradiction),
    ])
    func `the corpus holds a script of each kind`(_ name: String, _ bytes: [UInt8]) throws {
        #expect(try FuzzCorpus("SwarmCoreFuzz").holds(bytes, as: name))
        var script = ScheduleScript(bytes.dropFirst())
        #expect(script.run() == nil)
    }

    @Test func `the corpus holds worlds of both endings`() throws {
        let corpus = FuzzCorpus("SwarmCoreFuzz")
        #expect(try corpus.holds([0] + Self.world(1), as: "world-origin"))
        #expect(try corpus.holds([1] + Self.world(2), as: "world-peers"))
    }

    private static func world(_ seed: UInt64) -> [UInt8] {
        var random = SeededRandom(seed: seed)
        return random.bytes(64)
    }

    /// The traits of the schedule, then a playlist, a track, a peer with segments, and requests.
    private static let orderly: [UInt8] =
        [2, 0b111_1000]
        + ScheduleScript.bytes(.trackDescribed, 1, 0, 0, 30, 16, 0)
        + ScheduleScript.bytes(.tracksSelected, 1, 1)
        + ScheduleScript.bytes(.playerRequested, 1, 0, 1)
        + ScheduleScript.bytes(.deliver, 0, 6)
        + ScheduleScript.bytes(.peerJoined, 1, 1, 0)
        + ScheduleScript.bytes(.peerHas, 1, 4, 1, 1, 1, 2, 1, 3, 1, 4)
        + ScheduleScript.bytes(.deliver, 0, 6)
        + ScheduleScript.bytes(.deliver, 0, 6)
        + ScheduleScript.bytes(.playerMoved, 8, 200, 0)
        + ScheduleScript.bytes(.wait, 4)
        + ScheduleScript.bytes(.playerReleased, 1, 0)

    /// A window that moves, a peer that is receiving, and one that is late.
    private static let live: [UInt8] =
        [2, 0b111_1000]
        + ScheduleScript.bytes(.trackDescribed, 1, 0, 0, 5, 16, 1)
        + ScheduleScript.bytes(.tracksSelected, 1, 1)
        + ScheduleScript.bytes(.playerRequested, 1, 0, 1)
        + ScheduleScript.bytes(.deliver, 0, 6)
        + ScheduleScript.bytes(.slotAssigned, 0, 9, 1)
        + ScheduleScript.bytes(.peerJoined, 1, 1, 0)
        + ScheduleScript.bytes(.peerJoined, 2, 1, 0)
        + ScheduleScript.bytes(.peerReceives, 1, 1, 1, 0, 1, 1, 0, 0, 0, 0, 0, 0)
        + ScheduleScript.bytes(.deliver, 1, 6)
        + ScheduleScript.bytes(.peerHas, 2, 1, 1, 1)
        + ScheduleScript.bytes(.wait, 4)
        + ScheduleScript.bytes(.trackDescribed, 1, 0, 3, 5, 16, 1)
        + ScheduleScript.bytes(.peerLeft, 1)
        + ScheduleScript.bytes(.wait, 5)

    /// Peers and the origin say different lengths.
    private static let contradiction: [UInt8] =
        [2, 0b111_1000]
        + ScheduleScript.bytes(.trackDescribed, 1, 0, 0, 30, 16, 0)
        + ScheduleScript.bytes(.tracksSelected, 1, 1)
        + ScheduleScript.bytes(.peerJoined, 1, 1, 0)
        + ScheduleScript.bytes(.peerHas, 1, 2, 1, 0, 1, 1)
        + ScheduleScript.bytes(.playerRequested, 1, 0, 1)
        + ScheduleScript.bytes(.leavesVerified, 1, 0, 80, 1)
        + ScheduleScript.bytes(.chunkVerified, 1, 0, 0, 1)
        + ScheduleScript.bytes(.wait, 4)
        + ScheduleScript.bytes(.originStarted, 1, 0, 1, 60)
        + ScheduleScript.bytes(.originReceived, 1, 0, 30)
        + ScheduleScript.bytes(.wait, 3)
        + ScheduleScript.bytes(.originFailed, 1, 0, 0)
        + ScheduleScript.bytes(.wait, 5)
}
