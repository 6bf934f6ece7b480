import EventLoop
import Foundation
import Harness

/// What it costs to get from one piece of code to another, on one loop and between two.
@main struct LoopBenchmark {
    static func main() async {
        let report = await Harness.run(arguments: CommandLine.arguments) { harness in
            try await measure(&harness)
        }
        print(report.text)
        exit(report.isFailure ? EXIT_FAILURE : EXIT_SUCCESS)
    }

    private static func measure(_ harness: inout Harness) async throws {
        let group = try EventLoopGroup(loopCount: 2)
        let here = Counter(on: group.loops[0])
        let neighbour = Counter(on: group.loops[0])
        let abroad = Counter(on: group.loops[1])

        await harness.measure("same loop, await", iterations: 100_000) {
            keep(await here.exchange($0, with: neighbour))
        }
        await harness.measure("same loop, assumeIsolated", iterations: 100_000) {
            keep(await here.call($0, neighbour))
        }
        await harness.measure("other loop, await there and back", iterations: 2_000) {
            keep(await here.exchange($0, with: abroad))
        }
        await harness.measure("same loop, execute", iterations: 10_000) {
            keep(await ExecuteRelay(from: group.loops[0], to: group.loops[0]).run($0))
        }
        await harness.measure("other loop, execute wakes it", iterations: 2_000) {
            keep(await ExecuteRelay(from: group.loops[0], to: group.loops[1]).run($0))
        }
        await harness.measure("timer armed again", iterations: 100_000) {
            keep(await TimerRearm(on: group.loops[0]).run($0))
        }
        try await harness.measure("TCP echo of 16 KiB", iterations: 2_000) {
            keep(try await TCPEcho(on: group.loops[0]).run($0))
        }

        await group.shutdown()
    }
}
