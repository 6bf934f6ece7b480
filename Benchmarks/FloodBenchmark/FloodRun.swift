import EventLoop
import Foundation
import Primitives

/// One victim before, under and after a flood.
struct FloodRun {
    /// What was seen of it.
    struct Outcome: Sendable {
        let kind: VictimKind
        let baseline: Latencies
        let flooded: Latencies
        let flood: FloodProcess.End
        let before: VictimProcess.Holdings
        /// The most at any time while it was flooded.
        let most: VictimProcess.Holdings
        /// Honest clients whose channel ended.
        let lost: Int
        let newcomers: Newcomers
        /// From the end of the flood until a newcomer was served and all that the flood held was free.
        let recovery: Duration?
        let counters: String
    }

    /// Those who dialled while it was flooded.
    struct Newcomers: Sendable {
        var tried = 0
        var served = 0
    }

    /// A victim that is not itself again by then has failed.
    private static let patience = Duration.seconds(30)
    private static let sampling = Duration.milliseconds(50)

    private let kind: VictimKind
    private let victim: VictimProcess
    private let crowd: HonestCrowd

    static func perform(_ kind: VictimKind) async throws -> Outcome {
        let loop = try UVEventLoop(name: "honest")
        let victim = try VictimProcess(kind)
        let crowd = HonestCrowd(kind, at: victim.port, on: loop)
        let outcome = try await FloodRun(kind: kind, victim: victim, crowd: crowd).perform()
        await loop.shutdown()
        return outcome
    }

    private func perform() async throws -> Outcome {
        try await crowd.gather()
        let baseline = await crowd.measure()
        let before = try victim.holdings()

        async let answers = crowd.measure()
        let flood = try FloodProcess(at: victim.port)
        var (most, newcomers) = (before, Newcomers())
        while flood.isRunning {
            most = most.most(of: try victim.holdings())
            newcomers.tried += 1
            if try await crowd.isNewcomerServed() { newcomers.served += 1 }
            try await Task.sleep(for: Self.sampling)
        }
        let recovery = try await recovery(to: before)
        let flooded = await answers
        let lost = await crowd.lost
        await crowd.leave()
        return Outcome(
            kind: kind, baseline: baseline, flooded: flooded, flood: try flood.end(),
            before: before, most: most, lost: lost, newcomers: newcomers, recovery: recovery,
            counters: try victim.end())
    }

    private func recovery(to before: VictimProcess.Holdings) async throws -> Duration? {
        let start = ContinuousClock.now
        while ContinuousClock.now - start < Self.patience {
            // The newcomer's own connection may linger.
            if try await crowd.isNewcomerServed(),
                try victim.holdings().descriptors <= before.descriptors + 1
            {
                return ContinuousClock.now - start
            }
            try await Task.sleep(for: Self.sampling)
        }
        return nil
    }
}

extension VictimProcess.Holdings {
    fileprivate func most(of other: Self) -> Self {
        Self(
            memory: max(memory, other.memory), descriptors: max(descriptors, other.descriptors),
            time: max(time, other.time))
    }
}
