import Primitives
import Testing

@Suite struct SocketAddressTests {
    @Test func `addresses are written in full`() {
        #expect("\(SocketAddress(ip: .loopback, port: 80))" == "127.0.0.1:80")
        #expect("\(IPAddress.v4(0xc000_02ff))" == "192.0.2.255")
        let address = IPAddress.v6(high: 0x2001_0db8_0000_0000, low: 1)
        #expect("\(SocketAddress(ip: address, port: 443))" == "[2001:db8:0:0:0:0:0:1]:443")
    }

    @Test func `loopback is told from the rest`() {
        #expect(IPAddress.loopback.isLoopback)
        #expect(IPAddress.v4(0x7fff_ffff).isLoopback)
        #expect(!IPAddress.v4(0x8000_0000).isLoopback)
        #expect(IPAddress.v6(high: 0, low: 1).isLoopback)
        #expect(!IPAddress.v6(high: 0, low: 2).isLoopback)
    }
}
