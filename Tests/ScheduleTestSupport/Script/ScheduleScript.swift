import PeerWire
import Primitives
import SwarmCore

/// A list of inputs that bytes spell, however absurd, given to a schedule that is watched.
///
/// Only what the caller of a schedule vouches for is left out: leaves that nobody asked for, and a
/// fetch that starts twice.
package struct ScheduleScript {
    private var reader: ScriptReader
    private var watched: WatchedSchedule
    private var now = Moment.start
    private var lastActions: [Schedule.Action] = []

    /// Time-outs that are given while a script waits; time then goes on without them.
    private static let mostTimeouts = 50

    package init(_ bytes: ArraySlice<UInt8>) {
        reader = ScriptReader(bytes)
        let traits = reader.byte()
        var configuration = ScheduleConfiguration()
        configuration.isEdge = traits & 7 == 7
        configuration.largestPeerWindow = 1 + traits >> 3 & 15
        configuration.peerChoice = traits >> 7 == 0 ? .nearest : .uniform
        watched = WatchedSchedule(configuration)
    }

    /// The bytes of one operation, with what it reads.
    package static func bytes(_ operation: ScriptOperation, _ rest: UInt8...) -> [UInt8] {
        [operation.rawValue] + rest
    }

    package mutating func run() -> String? {
        while !reader.isAtEnd, watched.report == nil {
            let operations = ScriptOperation.allCases
            let operation = operations[reader.byte() % operations.count]
            switch operation {
            case .deliver: deliver()
            case .wait: wait()
            case _: if let input = operation.input(from: &reader) { feed(input) }
            }
        }
        return watched.report
    }

    private mutating func feed(_ input: ScheduleInput) {
        guard isPossible(input) else { return }
        let actions = watched.feed(input, at: now)
        if !actions.isEmpty { lastActions = actions }
    }

    private func isPossible(_ input: ScheduleInput) -> Bool {
        if case .leavesVerified(let segment, _, let peer) = input {
            return watched.oracle.mayGiveLeaves(segment, peer)
        }
        if case .originStarted(let segment, _) = input { return watched.oracle.mayStart(segment) }
        return true
    }

    private mutating func wait() {
        let end =
            now
            + reader.pick([
                .milliseconds(1), .milliseconds(10), .milliseconds(100), .milliseconds(500),
                .seconds(2),
                .seconds(10), .seconds(3_600),
            ])
        var count = 0
        while let deadline = watched.schedule.deadline, deadline <= end, count < Self.mostTimeouts,
            watched.report == nil
        {
            now = max(now, deadline)
            feed(.timedOut)
            count += 1
        }
        now = end
    }

    // MARK: Orderly answers

    /// Answers what was asked for last, one or all.
    private mutating func deliver() {
        let count = reader.byte() % 4
        let length = (1 + reader.byte() % 24) << 14
        let asked = lastActions
        lastActions = []
        for action in count == 0 ? asked[...] : asked.prefix(count) {
            deliver(action, length: length)
        }
    }

    private mutating func deliver(_ action: Schedule.Action, length: Int) {
        switch action {
        case .fetchFromOrigin(let segment, let offset, let end, _):
            feed(.originStarted(segment, length: end == nil ? max(offset, length) : nil))
            feed(.originReceived(segment, count: max(0, (end ?? length) - offset)))
            feed(.originFinished(segment))
        case .requestLeaves(let segment, let peer):
            feed(.leavesVerified(segment, length: length, from: peer))
        case .requestChunks(let segment, let run, let peer, _):
            for chunk in run.chunks { feed(.chunkVerified(segment, chunk: chunk, from: peer)) }
        case .cancelOrigin, .cancelChunks, .tellRumour: break
        }
    }
}
