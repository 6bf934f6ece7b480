import EventLoop
import Foundation
import Harness
import Primitives
import Transport

/// What it costs to bring a chunk from one peer's memory to another's, encrypted and verified.
@main struct ChannelBenchmark {
    static func main() async throws {
        if CommandLine.arguments.contains(TwoProcesses.senderFlag) {
            return try await TwoProcesses.send()
        }
        let report = await Harness.run(arguments: CommandLine.arguments) { harness in
            let loop = try UVEventLoop(name: "channel")
            let segment = BenchmarkSegment()
            try await harness.measure("chunk through a channel, one loop", iterations: 2_000) {
                try await transfer($0, of: segment, on: loop)
            }
            await loop.shutdown()
        }
        print(report.text)
        print(try await TwoProcesses.receive())
        exit(report.isFailure ? EXIT_FAILURE : EXIT_SUCCESS)
    }

    private static func transfer(
        _ count: Int, of segment: BenchmarkSegment, on loop: UVEventLoop
    ) async throws {
        try await withCheckedThrowingContinuation {
            (waiter: CheckedContinuation<Void, any Error>) in
            loop.execute {
                do {
                    let listener = try ChunkSender(segment, count: count).listen(on: loop) {}
                    ChunkReceiver(segment, count: count)
                        .receive(from: listener.localAddress, on: loop) {
                            listener.close()
                            waiter.resume()
                        }
                } catch {
                    waiter.resume(throwing: error)
                }
            }
        }
    }
}
