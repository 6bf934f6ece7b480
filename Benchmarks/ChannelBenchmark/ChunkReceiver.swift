import EventLoop
import Primitives
import Transport

/// Calls a sender and hashes each chunk that comes.
///
/// Used on its loop's thread only.
final class ChunkReceiver: @unchecked Sendable {
    private let segment: BenchmarkSegment
    private let count: Int
    private var verified = 0
    private var channel: SecureChannel?

    init(_ segment: BenchmarkSegment, count: Int) {
        self.segment = segment
        self.count = count
    }

    /// Calls `onEnd` when all have come.
    func receive(
        from address: SocketAddress, on loop: UVEventLoop,
        onEnd: @escaping @Sendable () -> Void
    ) {
        channel = .dial(BenchmarkPeers.dial, to: address, on: loop) { [self] event in
            switch event {
            case .message(let record):
                unsafe verify(record)
                if verified == count { channel?.close() }
            case .closed(let reason):
                precondition(verified == count, "\(reason) after \(verified) chunks")
                onEnd()
            case .opened, .writable:
                break
            }
        }
    }

    private func verify(_ record: UnsafeRawBufferPointer) {
        do throws(WireError) {
            let isGood = try unsafe segment.verifies(record)
            precondition(isGood, "a chunk is not what was sent")
            verified += 1
        } catch {
            preconditionFailure("a record is no chunk: \(error)")
        }
    }
}
