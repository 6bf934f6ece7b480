import Primitives
import SwarmCore
import TestSupport
import Testing

/// A window that is told to slide is one that was described anew.
@Suite struct AdvanceTests {
    private static let track = TrackID(1)

    private static func timing(_ number: UInt64) -> SegmentTiming {
        SegmentTiming(
            number: number, start: .seconds(2) * Int(number), duration: .seconds(2),
            estimatedLength: Steps.length)
    }

    private static func segment(_ number: UInt64) -> SegmentID {
        SegmentID(track: track, number: number)
    }

    /// Two schedules that hear the same but of the window.
    private struct Twins {
        var described = Schedule(configuration: ScheduleConfiguration(), peersEnabled: true)
        var advanced = Schedule(configuration: ScheduleConfiguration(), peersEnabled: true)
        private var window: Range<UInt64> = 100..<140
        private var now = Moment.start
        private var actions = 0

        init() {
            let timings = window.map(AdvanceTests.timing)
            feed {
                $0.trackDescribed(track, segments: timings, isLive: true, at: $1, into: &$2)
                $0.tracksSelected([track], at: $1, into: &$2)
            }
        }

        mutating func slide(_ gone: Int, _ added: Int) {
            let last = window.upperBound
            window = window.lowerBound + UInt64(gone)..<last + UInt64(added)
            let all = window.map(AdvanceTests.timing)
            let new = (last..<window.upperBound).map(AdvanceTests.timing)
            let first = window.lowerBound
            compare {
                $0.trackDescribed(track, segments: all, isLive: true, at: $1, into: &$2)
            } with: {
                $0.trackAdvanced(
                    track, to: first, adding: new, isLive: true, at: $1, into: &$2)
            }
        }

        mutating func feed(_ input: (inout Schedule, Moment, inout [Schedule.Action]) -> Void) {
            compare(input, with: input)
        }

        private mutating func compare(
            _ one: (inout Schedule, Moment, inout [Schedule.Action]) -> Void,
            with two: (inout Schedule, Moment, inout [Schedule.Action]) -> Void
        ) {
            now = now + .milliseconds(70)
            var actions: ([Schedule.Action], [Schedule.Action]) = ([], [])
            one(&described, now, &actions.0)
            two(&advanced, now, &actions.1)
            #expect(actions.0 == actions.1)
            #expect(described.deadline == advanced.deadline)
            self.actions += actions.0.count
        }

        var some: UInt64 { window.lowerBound + UInt64(window.count) / 2 }
        var newest: UInt64 { window.upperBound - 1 }
        var hasActed: Bool { actions > 20 }
    }

    @Test func `both decide the same from then on`() {
        var random = SeededRandom(seed: testSeed)
        var twins = Twins()
        let peers = (0..<4).map { PeerID(Bytes32(words: ($0, 0, 0, 0))) }
        for peer in peers {
            twins.feed { $0.peerJoined(peer, uploads: true, isEdge: false, at: $1, into: &$2) }
        }
        for _ in 0..<400 {
            let some = twins.some + UInt64.random(in: 0..<25, using: &random)
            let segment = Self.segment(some)
            switch Int.random(in: 0..<6, using: &random) {
            case 0:
                twins.slide(
                    Int.random(in: 0...2, using: &random), Int.random(in: 0...2, using: &random))
            case 1:
                let peer = peers[Int.random(in: 0..<4, using: &random)]
                twins.feed { $0.peerHas(peer, [segment], at: $1, into: &$2) }
            case 2:
                twins.feed { $0.playerRequested(segment, at: $1, into: &$2) }
            case 3:
                twins.feed {
                    $0.originStarted(segment, length: Steps.length, at: $1, into: &$2)
                    $0.originReceived(segment, count: Steps.length, at: $1, into: &$2)
                    $0.originFinished(segment, at: $1, into: &$2)
                }
            case 4:
                twins.feed { $0.playerReleased(segment, at: $1, into: &$2) }
            case _:
                twins.feed { $0.timedOut(at: $1, into: &$2) }
            }
        }
        #expect(twins.hasActed)
    }
}
