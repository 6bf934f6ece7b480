@testable import EventLoop
import Glibc
import Primitives

/// Runs the process out of descriptors while a client comes, then lets it have some again.
func acceptWithoutDescriptors() async throws {
    let loop = try UVEventLoop(name: "test")
    let (accepted, accepting) = AsyncStream.makeStream(of: TCPConnection.self)
    let listener = try await loop.run {
        try TCPListener(on: loop, address: .anyLoopbackPort) { accepting.yield($0) }
    }
    let client = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var hoard: [Int32] = []
    while case let descriptor = dup(client), descriptor >= 0 { hoard.append(descriptor) }
    precondition(
        connectAndRead(client, to: listener.localAddress) <= 0, "accepted without a descriptor")
    for descriptor in hoard { close(descriptor) }
    let second = try await TCPConnection.connected(to: listener.localAddress, on: loop).get()
    var arrivals = accepted.makeAsyncIterator()
    guard let arrival = await arrivals.next() else { throw CancellationError() }
    precondition(arrival.remoteAddress == second.localAddress, "not the second client")
    await loop.shutdown()
}

/// Blocks until the listener does something about the client.
private func connectAndRead(_ client: Int32, to address: SocketAddress) -> Int {
    let length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let result = unsafe address.withSockaddr { unsafe connect(client, $0, length) }
    precondition(result == 0, "connect")
    var byte: UInt8 = 0
    return unsafe read(client, &byte, 1)
}
