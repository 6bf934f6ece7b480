import EventLoop
import Primitives

/// A client that sends a message, waits for all of it to come back, and sends it again.
struct TCPEcho {
    private static let messageSize = 16 << 10

    private let loop: UVEventLoop

    init(on loop: UVEventLoop) {
        self.loop = loop
    }

    func run(_ rounds: Int) async throws -> Int {
        try await withCheckedThrowingContinuation { waiter in
            loop.execute {
                do {
                    try start(rounds) { waiter.resume(with: $0) }
                } catch {
                    waiter.resume(throwing: error)
                }
            }
        }
    }

    private func start(
        _ rounds: Int, done: @escaping @Sendable (Result<Int, LoopError>) -> Void
    ) throws(LoopError) {
        let address = SocketAddress(ip: .loopback, port: 0)
        let listener = try TCPListener(on: loop, address: address) { server in
            server.start { event in
                switch event {
                case .bytes(let bytes): unsafe server.write(bytes)
                case .end: server.close()
                case .drained, .failed: break
                }
            }
        }
        TCPConnection.connect(to: listener.localAddress, on: loop) { result in
            listener.close()
            switch result {
            case .success(let client): drive(client, rounds, done)
            case .failure(let error): done(.failure(error))
            }
        }
    }

    private func drive(
        _ client: TCPConnection, _ rounds: Int,
        _ done: @escaping @Sendable (Result<Int, LoopError>) -> Void
    ) {
        let message = [UInt8](repeating: 7, count: Self.messageSize)
        let progress = Locked(0)
        client.start { event in
            switch event {
            case .bytes(let bytes):
                let received = progress.withLock { received in
                    received += bytes.count
                    return received
                }
                guard received.isMultiple(of: message.count) else { return }
                guard received < rounds * message.count else {
                    client.close()
                    return done(.success(received))
                }
                client.write(message)
            case .failed(let error): done(.failure(error))
            case .drained, .end: break
            }
        }
        client.write(message)
    }
}
