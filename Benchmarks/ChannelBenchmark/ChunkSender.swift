import EventLoop
import PeerWire
import Primitives
import Transport

/// Listens, and sends its caller a number of chunks as fast as that reads them.
///
/// Used on its loop's thread only.
final class ChunkSender: @unchecked Sendable {
    private let segment: BenchmarkSegment
    private var remaining: Int

    init(_ segment: BenchmarkSegment, count: Int) {
        self.segment = segment
        remaining = count
    }

    /// Calls `onEnd` when its caller has closed the channel.
    func listen(
        on loop: UVEventLoop, onEnd: @escaping @Sendable () -> Void
    ) throws(LoopError) -> PeerListener {
        try PeerListener(
            on: loop, address: SocketAddress(ip: .loopback, port: 0),
            local: BenchmarkPeers.sender,
            secret: { _, _ in BenchmarkPeers.secret }, admit: { _, _, _ in true },
            onAccept: { [self] channel, _ in
                channel.setHandler { [self] event in
                    switch event {
                    case .opened, .writable: send(on: channel)
                    case .message: break
                    case .closed: onEnd()
                    }
                }
            })
    }

    private func send(on channel: SecureChannel) {
        while remaining > 0, channel.queuedBytes < ChannelLimits().sendBuffer {
            let header = segment.header(at: remaining)
            unsafe segment.withChunk(Int(header.chunk)) { chunk in
                unsafe channel.send(header: header.encode(), body: chunk)
            }
            remaining -= 1
        }
    }
}
