package import EventLoop
package import Primitives

/// A client that sends what it is told to, byte for byte; its state lives on its loop.
package final class HTTPClient: @unchecked Sendable {
    package enum Ending: Error, Equatable {
        case closed
        case failed(LoopError)
    }

    private let loop: UVEventLoop
    private let connection: TCPConnection
    private var received: [UInt8] = []
    private var ending: Ending?
    /// Reading stops once so many bytes are there.
    private var pausesAfter = Int.max
    /// Tried after each event; true when its waiter was served.
    private var attempt: (() -> Bool)?

    private init(_ connection: TCPConnection, on loop: UVEventLoop) {
        self.connection = connection
        self.loop = loop
    }

    package static func connect(
        to address: SocketAddress, on loop: UVEventLoop
    ) async throws -> HTTPClient {
        let box = Mailbox<Result<HTTPClient, LoopError>>()
        loop.execute {
            TCPConnection.connect(to: address, on: loop) { result in
                box.send(
                    result.map { connection in
                        let client = HTTPClient(connection, on: loop)
                        connection.start { client.handle($0) }
                        return client
                    })
            }
        }
        return try await box.next().get()
    }

    package func send(_ text: String) async throws {
        try await loop.run { self.connection.write(Array(text.utf8)) }
    }

    package func answer(isHead: Bool = false) async throws -> ReceivedAnswer {
        try await wait { client in
            ReceivedAnswer(
                from: &client.received, hasEnded: client.ending == .closed, isHead: isHead)
        }
    }

    /// Waits until so many bytes are there, and leaves them.
    package func received(atLeast count: Int) async throws {
        try await wait { $0.received.count >= count ? () : nil }
    }

    /// How the connection ended, and what was not taken off before that.
    package func end() async throws -> (Ending, rest: [UInt8]) {
        try await wait { client in client.ending.map { ($0, client.received) } }
    }

    /// Before anything is sent: from then on the answer is left in the sockets' buffers.
    package func pause(after count: Int) async throws {
        try await loop.run { self.pausesAfter = count }
    }

    package func resume() async throws {
        try await loop.run {
            self.pausesAfter = .max
            self.connection.resumeReading()
        }
    }

    package func close() { loop.execute { self.connection.close() } }

    private func wait<Value: Sendable>(
        for value: @escaping @Sendable (HTTPClient) -> Value?
    ) async throws -> Value {
        let box = Mailbox<Result<Value, Ending>>()
        loop.execute {
            self.attempt = {
                if let value = value(self) {
                    box.send(.success(value))
                } else if let ending = self.ending {
                    box.send(.failure(ending))
                } else {
                    return false
                }
                return true
            }
            self.retry()
        }
        return try await box.next().get()
    }

    private func handle(_ event: TCPConnection.Event) {
        switch event {
        case .bytes(let bytes):
            unsafe received.append(contentsOf: bytes)
            if received.count >= pausesAfter { connection.pauseReading() }
        case .end: ending = .closed
        case .failed(let error): ending = .failed(error)
        case .drained: break
        }
        retry()
    }

    private func retry() {
        if let attempt, attempt() { self.attempt = nil }
    }
}
