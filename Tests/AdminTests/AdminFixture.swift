import Admin
import EventLoop
import IOTestSupport
import Operations
import Primitives

/// An admin listener on a loop of its own, and what it was told to do.
struct AdminFixture {
    static let token = "0123456789abcdef0123456789abcdef"

    let address: SocketAddress
    let server: AdminServer
    let clientLoop: UVEventLoop
    let commands: Log<AdminCommand>

    var host: String { "127.0.0.1:\(address.port)" }

    func connect() async throws -> HTTPClient {
        try await HTTPClient.connect(to: address, on: clientLoop)
    }

    /// The answer to one request on a connection of its own.
    func ask(
        _ method: String, _ target: String, _ headers: [String] = [], body: String = ""
    ) async throws -> ReceivedAnswer {
        let client = try await connect()
        defer { client.close() }
        let lines = ["\(method) \(target) HTTP/1.1", "Host: \(host)"] + headers
        let length = body.isEmpty ? [] : ["Content-Length: \(body.utf8.count)"]
        try await client.send((lines + length + ["", ""]).joined(separator: "\r\n") + body)
        return try await client.answer()
    }

    static func report(_ health: Health = Health([.init("listener", .ok)])) -> ServiceReport {
        var page = MetricPage()
        page.gauge("shoal_test", "A number.", 7)
        return ServiceReport(
            service: "node", overview: Overview(health: health), process: ProcessUsage(),
            metrics: page, history: TrafficHistory())
    }
}

func withAdmin(
    token: String? = AdminFixture.token, _ body: (AdminFixture) async throws -> Void
) async throws {
    let clientLoop = try UVEventLoop(name: "client")
    let commands = Log<AdminCommand>()
    let listener = try AdminListener(token: token.map { AdminToken($0) }) { command in
        commands.append(command)
        return .done("did \(command.name)")
    }
    let address = try await listener.start(at: SocketAddress(ip: .loopback, port: 0))
    let result: Result<Void, any Error>
    do {
        try await body(
            AdminFixture(
                address: address, server: listener.server, clientLoop: clientLoop,
                commands: commands))
        result = .success(())
    } catch {
        result = .failure(error)
    }
    await listener.close()
    await clientLoop.shutdown()
    try result.get()
}

extension ReceivedAnswer {
    var text: String { String(decoding: body, as: UTF8.self) }
}
