import Origin
import Testing

@Suite struct PrivateHostRuleTests {
    private func allows(from host: String, named: [String]) -> Bool {
        var rule = PrivateHostRule()
        for name in named { rule.applicationNames(name) }
        return rule.letsPlaylistNamePrivateHosts(from: host)
    }

    @Test(
        arguments: [
            "127.0.0.1", "10.1.2.3", "192.168.0.1", "172.16.0.1", "169.254.169.254", "100.64.0.1",
            "0.0.0.0", "[::1]", "[fd00::1]", "[fe80::1]", "[fe80::1%25eth0]",
            "[::ffff:10.0.0.1]", "[::ffff:7f00:1]", "localhost", "localhost.", "cdn.localhost",
            "nas", "2130706433", "nas.local", "nas.local.", "box.lan", "media.corp.internal",
            "tv.home.arpa",
        ])
    func `a host that its name tells to be private may name private hosts`(_ host: String) {
        #expect(allows(from: host, named: [host]))
    }

    @Test(
        arguments: [
            "cdn.example", "8.8.8.8", "[2606:4700::1111]", "[::ffff:8.8.8.8]", "local.example",
            "localhost.evil.example", "127.0.0.1.evil.example", "nas.locals", "xlocal.com",
            "home.arpa.example", "127.1", "0x7f.0.0.1", "010.0.0.1", "",
        ])
    func `a public host may not, whatever its name resolves to`(_ host: String) {
        #expect(!allows(from: host, named: [host]))
    }

    @Test(
        arguments: [
            ("192.168.0.2", ["192.168.0.1"]), ("192.168.0.1", []),
            ("169.254.169.254", ["cdn.example"]), ("nas.local", ["other.local", "cdn.example"]),
        ])
    func `a private host that the application did not name may not`(
        _ host: String, _ named: [String]
    ) {
        #expect(!allows(from: host, named: named))
    }
}
