import EventLoop
import Glibc
import IOTestSupport
import Origin
import Primitives
import TestSupport
import Testing

/// Of a server with Nagle's algorithm, that writes head and body apart, the body waits for us.
@Suite(.timeLimit(.minutes(1))) struct AcknowledgementTests {
    /// With every request the kernel goes back to putting acknowledgements off, as an answer is expected
    /// to be followed by a request that they can go with.
    @Test func `what is read on a kept connection is acknowledged at once`() async throws {
        try await OriginWorld.run { world in
            let requests = 10
            let held = Log<ScriptedOrigin.Exchange>()
            let server = try await world.serve { exchange in
                exchange.send("HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\n")
                held.append(exchange)
            }
            let quick = Log<Bool>()
            for _ in 0..<requests {
                let record = FetchLog()
                try await world.loop.run {
                    _ = world.client.fetch(OriginRequest(url: server.url("/"))) { record.take($0) }
                }
                // The head is there, and the body is not.
                try await world.loop.until { !record.record.responses.isEmpty }
                try await world.loop.run {
                    quick.append(contentsOf: Self.sockets(to: server.port).map(Self.isQuick))
                    for exchange in held.takeAll() { exchange.send("body") }
                }
                try await world.loop.until { record.isOver }
                #expect(record.record.text == "body")
            }
            #expect(try await world.accepted(by: server) == 1)
            #expect(quick.entries == Array(repeating: true, count: requests))
        }
    }

    /// The sockets of this process that are connected to a port of this machine.
    private static func sockets(to port: UInt16) -> [Int32] {
        (0..<1024).filter { socket in
            var address = sockaddr_in()
            var length = socklen_t(MemoryLayout<sockaddr_in>.size)
            let result = unsafe withUnsafeMutableBytes(of: &address) { bytes in
                unsafe getpeername(
                    socket, bytes.baseAddress?.assumingMemoryBound(to: sockaddr.self), &length)
            }
            return result == 0 && address.sin_family == AF_INET
                && UInt16(bigEndian: address.sin_port) == port
        }
    }

    private static func isQuick(_ socket: Int32) -> Bool {
        var value: Int32 = 0
        var length = socklen_t(MemoryLayout<Int32>.size)
        let result = unsafe getsockopt(
            socket, Int32(IPPROTO_TCP), TCP_QUICKACK, &value, &length)
        return result == 0 && value == 1
    }
}
