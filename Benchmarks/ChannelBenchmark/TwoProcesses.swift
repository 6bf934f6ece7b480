import EventLoop
import Foundation
import Primitives
import Transport

/// A transfer from a second process, which is this executable again.
enum TwoProcesses {
    static let senderFlag = "--sender"

    private static let count = (1 << 30) / ChunkGeometry.chunkSize

    /// The second process: says where it listens and, in the end, what it cost.
    static func send() async throws {
        let loop = try UVEventLoop(name: "sender")
        let sender = ChunkSender(BenchmarkSegment(), count: count)
        try await withCheckedThrowingContinuation {
            (waiter: CheckedContinuation<Void, any Error>) in
            loop.execute {
                do {
                    let listener = try sender.listen(on: loop) { waiter.resume() }
                    print(listener.localAddress.port)
                    fflush(nil)
                } catch {
                    waiter.resume(throwing: error)
                }
            }
        }
        print(cpuSeconds())
        await loop.shutdown()
    }

    /// Runs the second process and receives from it; describes the transfer.
    static func receive() async throws -> String {
        let (process, output) = (Process(), Pipe())
        process.executableURL = Bundle.main.executableURL
        process.arguments = [senderFlag]
        process.standardOutput = output
        try process.run()
        guard let port = UInt16(try line(from: output)) else {
            return "the sender did not start"
        }

        let loop = try UVEventLoop(name: "receiver")
        let receiver = ChunkReceiver(BenchmarkSegment(), count: count)
        let (start, cpu) = (ContinuousClock.now, cpuSeconds())
        await withCheckedContinuation { waiter in
            loop.execute {
                let address = SocketAddress(ip: .loopback, port: port)
                receiver.receive(from: address, on: loop) { waiter.resume() }
            }
        }
        let seconds = (ContinuousClock.now - start) / .seconds(1)
        let ownCPU = cpuSeconds() - cpu
        let theirCPU = try line(from: output)
        await loop.shutdown()
        process.waitUntilExit()

        let rate = Int(Double(count * ChunkGeometry.chunkSize) / seconds / 1_048_576)
        return """
            two processes, 1 GiB of verified chunks: \(rate) MiB/s
            CPU seconds: \(rounded(ownCPU)) to decrypt and verify, \(theirCPU) to encrypt
            """
    }

    private static func line(from pipe: Pipe) throws -> String {
        var line: [UInt8] = []
        while let byte = try pipe.fileHandleForReading.read(upToCount: 1)?.first,
            byte != UInt8(ascii: "\n")
        {
            line.append(byte)
        }
        return String(decoding: line, as: UTF8.self)
    }

    private static func rounded(_ seconds: Double) -> Double {
        (seconds * 100).rounded() / 100
    }

    private static func cpuSeconds() -> Double {
        var usage = rusage()
        unsafe getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
        let microseconds = usage.ru_utime.tv_usec + usage.ru_stime.tv_usec
        return rounded(
            Double(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) + Double(microseconds) / 1e6)
    }
}
