import EventLoop
import Primitives
import Testing

@Suite struct ListenAddressTests {
    @Test(
        arguments: [
            ("127.0.0.1:7400", IPAddress.loopback, 7_400, true, false),
            ("127.9.9.9:1", .v4(0x7f09_0909), 1, true, false),
            ("0.0.0.0:0", .v4(0), 0, false, true),
            ("[::1]:65535", .v6(high: 0, low: 1), 65_535, true, false),
            ("[::]:80", .v6(high: 0, low: 0), 80, false, true),
            (
                "[2001:db8::1.2.3.4]:80", .v6(high: 0x2001_0db8 << 32, low: 0x0102_0304), 80, false,
                false
            ),
        ] as [(String, IPAddress, UInt16, Bool, Bool)])
    func `an address is read, and written as it was`(
        text: String, ip: IPAddress, port: UInt16, isLoopback: Bool, isWildcard: Bool
    ) throws {
        let address = try #require(ListenAddress(text))
        #expect(address.socketAddress == SocketAddress(ip: ip, port: port))
        #expect(address.isLoopback == isLoopback && address.isWildcard == isWildcard)
        #expect(address.description == text)
    }

    @Test(arguments: [
        "", ":", "localhost:80", "127.0.0.1", "127.0.0.1:", "127.0.0.1:65536", "127.0.0.1:-1",
        "127.0.0.1:+1", "127.0.0.1: 1", "127.0.0.1:１", "127.1:80", "0x7f000001:80",
        "127.0.0.1.:80", "[127.0.0.1]:80", "::1:80", "[::1:80", "[::g]:80", "[1:2]:80", "[]:80",
        "[::1%lo]:80", "é:80",
    ])
    func `what is none is refused`(text: String) {
        #expect(ListenAddress(text) == nil)
    }
}
