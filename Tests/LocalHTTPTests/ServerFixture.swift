import EventLoop
import IOTestSupport
import LocalHTTP
import Primitives

/// A server on a loop of its own, and a second loop for its clients.
struct ServerFixture {
    let server: HTTPServer
    let loop: UVEventLoop
    let clientLoop: UVEventLoop

    var address: SocketAddress { server.localAddress }
    var host: String { "\(address.ip == .loopback ? "127.0.0.1" : "[::1]"):\(address.port)" }

    func connect() async throws -> HTTPClient {
        try await HTTPClient.connect(to: address, on: clientLoop)
    }

    /// The answer to one request on a connection of its own.
    func get(_ target: String, headers: [String] = []) async throws -> ReceivedAnswer {
        let client = try await connect()
        defer { client.close() }
        try await client.send(request("GET", target, headers))
        return try await client.answer()
    }

    func head(_ target: String) async throws -> ReceivedAnswer {
        let client = try await connect()
        defer { client.close() }
        try await client.send(request("HEAD", target))
        return try await client.answer(isHead: true)
    }

    func request(
        _ method: String, _ target: String, _ headers: [String] = [], version: String = "HTTP/1.1"
    ) -> String {
        ["\(method) \(target) \(version)", "Host: \(host)"].joined(separator: "\r\n") + "\r\n"
            + headers.map { $0 + "\r\n" }.joined() + "\r\n"
    }
}

/// Closes the server whatever happens, and returns how many handles that left open on its loop.
@discardableResult
func withServer(
    address: SocketAddress = SocketAddress(ip: .loopback, port: 0),
    isForEverybody: Bool = false, limits: HTTPLimits = HTTPLimits(),
    handler: @escaping @Sendable (HTTPExchange) -> Void,
    _ body: (ServerFixture) async throws -> Void
) async throws -> Int {
    let loop = try UVEventLoop(name: "server")
    let clientLoop = try UVEventLoop(name: "client")
    let server = try await loop.run {
        try HTTPServer(
            on: loop, address: address, isForEverybody: isForEverybody, limits: limits,
            handler: handler)
    }
    let result: Result<Void, any Error>
    do {
        try await body(ServerFixture(server: server, loop: loop, clientLoop: clientLoop))
        result = .success(())
    } catch {
        result = .failure(error)
    }
    try await loop.run { server.close() }
    let left = try await loop.handlesLeft()
    await clientLoop.shutdown()
    await loop.shutdown()
    try result.get()
    return left
}

extension UVEventLoop {
    /// Closed handles are gone one turn later.
    fileprivate func handlesLeft() async throws -> Int {
        try await run {}
        try await run {}
        return try await run { self.openHandleCount }
    }
}
