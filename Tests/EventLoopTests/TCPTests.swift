import EventLoop
import Primitives
import Testing

@Suite(.timeLimit(.minutes(1))) struct TCPTests {
    @Test(arguments: [SocketAddress.anyLoopbackPort, .anyLoopbackPort6])
    func `what is written comes back from an echo`(address: SocketAddress) async throws {
        try await withLoop { loop in
            let message = (0..<300_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
            let echo: [UInt8] = try await withCheckedThrowingContinuation { waiter in
                loop.execute {
                    do {
                        let listener = try TCPListener(on: loop, address: address) { connection in
                            connection.start { event in
                                if case .bytes(let bytes) = event { unsafe connection.write(bytes) }
                            }
                        }
                        TCPConnection.connect(to: listener.localAddress, on: loop) { result in
                            do {
                                let client = try result.get()
                                let received = Log<UInt8>()
                                client.start { event in
                                    guard case .bytes(let bytes) = event else { return }
                                    unsafe received.append(contentsOf: bytes)
                                    guard received.entries.count == message.count else { return }
                                    client.close()
                                    waiter.resume(returning: received.entries)
                                }
                                client.write(message)
                            } catch {
                                waiter.resume(throwing: error)
                            }
                        }
                    } catch {
                        waiter.resume(throwing: error)
                    }
                }
            }
            #expect(echo == message)
        }
    }
}
