import EventLoop
import Primitives

/// Both ends of one connection over loopback, neither started.
struct ConnectedPair {
    let client: TCPConnection
    let server: TCPConnection

    init(on loop: UVEventLoop, address: SocketAddress = .anyLoopbackPort) async throws {
        let (accepted, accepting) = AsyncStream.makeStream(of: TCPConnection.self)
        let listener = try await loop.run {
            try TCPListener(on: loop, address: address) { accepting.yield($0) }
        }
        client = try await TCPConnection.connected(to: listener.localAddress, on: loop).get()
        var arrivals = accepted.makeAsyncIterator()
        guard let arrival = await arrivals.next() else { throw CancellationError() }
        server = arrival
        try await loop.run { listener.close() }
    }
}

extension TCPConnection {
    /// An event whose bytes outlive the call.
    enum Seen: Equatable, Sendable {
        case bytes([UInt8])
        case drained
        case end
        case failed(LoopError)
    }

    static func connected(
        to address: SocketAddress, on loop: UVEventLoop
    ) async throws -> Result<TCPConnection, LoopError> {
        await withCheckedContinuation { waiter in
            loop.execute {
                connect(to: address, on: loop) { waiter.resume(returning: $0) }
            }
        }
    }

    /// Starts the connection, on its loop, and gives what it sees.
    func seen() -> AsyncStream<Seen> {
        let (stream, continuation) = AsyncStream.makeStream(of: Seen.self)
        start { continuation.yield(Seen($0)) }
        return stream
    }
}

extension TCPConnection.Seen {
    init(_ event: TCPConnection.Event) {
        self =
            switch event {
            case .bytes(let bytes): unsafe .bytes(Array(bytes))
            case .drained: .drained
            case .end: .end
            case .failed(let error): .failed(error)
            }
    }
}

extension AsyncStream<TCPConnection.Seen> {
    func next() async -> TCPConnection.Seen? {
        var iterator = makeAsyncIterator()
        return await iterator.next(isolation: #isolation)
    }

    /// Joins the bytes that come until there are `count`, skipping `drained`.
    func bytes(_ count: Int) async throws -> [UInt8] {
        var received: [UInt8] = []
        while received.count < count {
            switch await next() {
            case .bytes(let bytes): received += bytes
            case .drained: continue
            case .end, .failed, nil: throw Interrupted(received: received.count)
            }
        }
        return received
    }
}

struct Interrupted: Error {
    let received: Int
}

/// Bytes without a period that a buffer size shares, so that a lost or doubled run shows.
func pattern(_ count: Int) -> [UInt8] {
    var bytes: [UInt8] = []
    while bytes.count < count { bytes += patternPeriod }
    bytes.removeLast(bytes.count - count)
    return bytes
}

private let patternPeriod = (0..<65_521).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 >> 8) }
