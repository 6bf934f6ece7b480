import Origin
import Primitives
import Testing

@Suite struct OriginPolicyTests {
    private func v6(_ high: UInt64, _ low: UInt64) -> IPAddress { .v6(high: high, low: low) }

    private func v4(_ text: String) -> IPAddress {
        .v4(text.split(separator: ".").reduce(0) { $0 << 8 | (UInt32($1) ?? 0) })
    }

    /// Each class by its first and last address.
    @Test(arguments: [
        "0.0.0.0", "0.255.255.255", "10.0.0.0", "10.255.255.255", "100.64.0.0", "100.127.255.255",
        "127.0.0.0", "127.255.255.255", "169.254.0.0", "169.254.169.254", "169.254.255.255",
        "172.16.0.0", "172.31.255.255", "192.0.0.0", "192.0.0.255", "192.168.0.0",
        "192.168.255.255", "198.18.0.0", "198.19.255.255", "224.0.0.0", "239.255.255.255",
        "240.0.0.0", "255.255.255.255",
    ])
    func `an address of no public host is refused, in each of its forms`(text: String) {
        guard case .v4(let value) = v4(text) else { return }
        let low = UInt64(value)
        let policy = OriginPolicy()
        for address in [
            .v4(value), v6(0, low), v6(0, 0xffff << 32 | low), v6(0, 0xffff_0000 << 32 | low),
            v6(0x0064_ff9b_0000_0000, low), v6(0x2002 << 48 | low << 16, 1),
        ] {
            #expect(!policy.allows(address, ofHost: "a.example"), "\(address)")
        }
    }

    /// The neighbours of those classes.
    @Test(arguments: [
        "1.0.0.0", "9.255.255.255", "11.0.0.0", "100.63.255.255", "100.128.0.0", "126.255.255.255",
        "128.0.0.0", "169.253.255.255", "169.255.0.0", "172.15.255.255", "172.32.0.0",
        "191.255.255.255", "192.0.1.0", "192.167.255.255", "192.169.0.0", "198.17.255.255",
        "198.20.0.0", "223.255.255.255", "93.184.216.34",
    ])
    func `a public address is allowed`(text: String) {
        guard case .v4(let value) = v4(text) else { return }
        #expect(OriginPolicy().allows(.v4(value), ofHost: "a.example"))
        let mapped = v6(0, 0xffff << 32 | UInt64(value))
        #expect(OriginPolicy().allows(mapped, ofHost: "a.example"))
    }

    @Test(
        arguments: [
            (0xfc00_0000_0000_0000, false), (0xfdff_ffff_ffff_ffff, false),
            (0xfe80_0000_0000_0000, false),
            (0xfebf_ffff_ffff_ffff, false), (0xfec0_0000_0000_0000, false),
            (0xff00_0000_0000_0000, false),
            (0xffff_ffff_ffff_ffff, false), (0x2001_0000_0000_0000, false),
            (0x0100_0000_0000_0000, false), (0x0064_ff9b_0001_0000, false),
            (0x2001_4860_4860_0000, true), (0x2606_2800_0220_0001, true),
            (0x2a00_1450_0000_0000, true),
            (0xfbff_ffff_ffff_ffff, true), (0xfe00_0000_0000_0000, true),
        ] as [(UInt64, Bool)])
    func `IPv6 has its own classes`(high: UInt64, isAllowed: Bool) {
        #expect(OriginPolicy().allows(v6(high, 1), ofHost: "a.example") == isAllowed)
    }

    @Test func `a host that was named may have any address`() {
        var policy = OriginPolicy(privateHosts: ["NAS.local"])
        #expect(policy.allows(.loopback, ofHost: "nas.local"))
        #expect(!policy.allows(.loopback, ofHost: "nas2.local"))
        policy.allowPrivate(host: "nas2.LOCAL")
        #expect(policy.allows(.loopback, ofHost: "nas2.local"))
    }

    @Test(arguments: [
        (OriginPolicy.PlainHTTP.refused, false, false, false),
        (.allowed, true, true, false), (.allowedAfterTLS, true, true, true),
    ])
    func `plain http is a matter of policy, and of where one comes from`(
        plain: OriginPolicy.PlainHTTP, asked: Bool, afterHTTP: Bool, afterTLS: Bool
    ) throws {
        let policy = OriginPolicy(plainHTTP: plain)
        let (http, https) = (try OriginURL("http://a/"), try OriginURL("https://a/"))
        #expect(policy.allows(http) == asked)
        #expect(policy.allows(http, after: http) == afterHTTP)
        #expect(policy.allows(http, after: https) == afterTLS)
        #expect(policy.allows(https) && policy.allows(https, after: http))
    }

    @Test func `redirects are counted and judged hop by hop`() throws {
        let policy = OriginPolicy(plainHTTP: .allowed)
        var redirects = try RedirectPolicy(from: OriginURL("http://a/x"), under: policy)
        try redirects.follow("https://b/y/z")
        #expect(throws: OriginError.refusedScheme) { try redirects.follow("http://b/") }
        #expect(throws: OriginError.refusedScheme) { try redirects.follow("ftp://b/") }
        #expect(throws: OriginError.malformedURL) { try redirects.follow("https://") }
        for _ in 0..<4 { try redirects.follow("../w") }
        #expect(redirects.current.text == "https://b/w")
        #expect(throws: OriginError.tooManyRedirects) { try redirects.follow("/v") }
        #expect(throws: OriginError.refusedScheme) {
            try RedirectPolicy(from: OriginURL("http://a/"), under: OriginPolicy())
        }
    }
}
