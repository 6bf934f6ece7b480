import LocalHTTP
import Testing

@Suite struct HostRuleTests {
    private let rule = HostRule(port: 40_123)

    @Test(arguments: ["127.0.0.1:40123", "localhost:40123", "LOCALHOST:40123", "[::1]:40123"])
    func `the listener's own names pass`(_ host: String) {
        #expect(rule.allows(host))
    }

    @Test(
        arguments: [
            "", "127.0.0.1", "localhost", "127.0.0.1:40124", "127.0.0.1:040123",
            "evil.example:40123", "evil.example", "localhost.evil.example:40123",
            "localhost.:40123", "127.0.0.1.evil.example:40123", "127.1:40123", "2130706433:40123",
            "0.0.0.0:40123", "::1:40123", "[::ffff:127.0.0.1]:40123", "user@127.0.0.1:40123",
            "127.0.0.1:40123 ", " 127.0.0.1:40123", "127.0.0.1:40123,127.0.0.1:40123",
        ])
    func `nothing else does`(_ host: String) {
        #expect(!rule.allows(host))
    }
}
