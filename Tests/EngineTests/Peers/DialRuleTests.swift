import Primitives
import Testing

@testable import Engine

@Suite struct DialRuleTests {
    private static let internet = IPAddress.v4(0x0808_0808)
    private static let home = IPAddress.v4(0xc0a8_0102)
    private static let metadata = IPAddress.v4(0xa9fe_a9fe)

    @Test(arguments: [
        (internet, UInt16(50_000), internet, true),
        (internet, 1_024, internet, true),
        (internet, 1_023, internet, false),
        (internet, 80, home, false),
        (internet, 0, internet, false),
        (home, 50_000, internet, false),
        (.loopback, 50_000, internet, false),
        (metadata, 50_000, internet, false),
        (.v6(high: 0, low: 1), 50_000, internet, false),
        (.v6(high: 0, low: 0xffff_7f00_0001), 50_000, internet, false),
        (home, 50_000, home, true),
        (.loopback, 50_000, .loopback, true),
        (internet, 50_000, home, true),
    ])
    func `what may be dialled`(
        _ ip: IPAddress, _ port: UInt16, _ observed: IPAddress, _ expected: Bool
    ) {
        let address = SocketAddress(ip: ip, port: port)
        #expect(DialRule.allows(address, observed: observed) == expected)
    }
}
