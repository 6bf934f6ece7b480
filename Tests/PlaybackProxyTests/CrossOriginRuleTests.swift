import PlaybackProxy
import Testing

@Suite struct CrossOriginRuleTests {
    private typealias Request = CrossOriginRule.Request

    private static let player = "https://player.example"
    private let rule = CrossOriginRule(allowedOrigins: [
        player, "http://127.0.0.1:8000", "*", "null",
    ])

    private static func request(
        _ method: String = "GET", origin: String? = nil, referer: String? = nil,
        site: String? = nil, asks: String? = nil, headers: String? = nil, isPrivate: Bool = false
    ) -> Request {
        var request = Request(method: method)
        request.origin = origin
        request.referer = referer
        request.fetchSite = site
        request.requestedMethod = asks
        request.requestedHeaders = headers
        request.requestsPrivateNetwork = isPrivate
        return request
    }

    /// The headers of the answer by lower-case name; nil when refused.
    private func answer(_ request: Request) -> [String: String]? {
        switch rule.verdict(on: request) {
        case .refuse: nil
        case .serve(let headers), .answerOptions(let headers):
            Dictionary(uniqueKeysWithValues: headers.map { ($0.0.lowercased(), $0.1) })
        }
    }

    @Test(arguments: [nil, "none", "same-origin", "same-site"])
    func `who is not a foreign page is served, without CORS`(_ site: String?) throws {
        let headers = try #require(answer(Self.request(site: site)))
        #expect(headers.keys.allSatisfy { !$0.hasPrefix("access-control-") })
        #expect(headers["vary"] == "Origin")
        #expect(headers["cross-origin-resource-policy"] == "same-origin")
        #expect(headers["x-content-type-options"] == "nosniff")
        #expect(headers["cache-control"] == "no-store")
    }

    @Test(
        arguments: [
            nil, "https://evil.example", "null", "*", "https://player.example.evil.example",
            "http://player.example", "https://player.example:444", "https://player.example/",
        ])
    func `a foreign page is refused`(_ origin: String?) {
        #expect(answer(Self.request(origin: origin, site: "cross-site")) == nil)
        #expect(answer(Self.request(origin: origin, site: "Cross-Site")) == nil)
    }

    @Test func `a foreign origin without Sec-Fetch-Site is served, but cannot read`() throws {
        let headers = try #require(answer(Self.request(origin: "https://evil.example")))
        #expect(headers.keys.allSatisfy { !$0.hasPrefix("access-control-") })
    }

    @Test(arguments: ["cross-site", nil])
    func `an allowed page is named, and may read lengths and ranges`(_ site: String?) throws {
        let headers = try #require(answer(Self.request(origin: Self.player, site: site)))
        #expect(headers["access-control-allow-origin"] == Self.player)
        #expect(headers["access-control-allow-credentials"] == "true")
        let exposed = try #require(headers["access-control-expose-headers"])
        #expect(exposed.contains("Content-Range") && exposed.contains("Content-Length"))
        #expect(headers["vary"] == "Origin")
        #expect(headers["cross-origin-resource-policy"] == "cross-origin")
    }

    @Test func `a media element of an allowed page is known by its Referer`() throws {
        let request = Self.request(referer: "http://127.0.0.1:8000/play.html?x", site: "cross-site")
        let headers = try #require(answer(request))
        #expect(headers["cross-origin-resource-policy"] == "cross-origin")
        #expect(headers["access-control-allow-origin"] == nil)
    }

    @Test(
        arguments: [
            "https://evil.example/?https://player.example", "https://player.example@evil.example/",
            "player.example", "", "https://", "https://evil@player.example/",
        ])
    func `a Referer that only mentions an allowed page does not count`(_ referer: String) {
        #expect(answer(Self.request(referer: referer, site: "cross-site")) == nil)
    }

    @Test func `a foreign Origin is not outweighed by a Referer`() {
        let request = Self.request(
            origin: "https://evil.example", referer: Self.player + "/", site: "cross-site")
        #expect(answer(request) == nil)
    }

    @Test func `a preflight of an allowed page is answered, Range and private network included`()
        throws
    {
        let request = Self.request(
            "OPTIONS", origin: Self.player, site: "cross-site", asks: "GET",
            headers: "range,x-token", isPrivate: true)
        guard case .answerOptions = rule.verdict(on: request) else {
            Issue.record("not answered here")
            return
        }
        let headers = try #require(answer(request))
        #expect(headers["access-control-allow-origin"] == Self.player)
        #expect(headers["access-control-allow-methods"] == "GET, HEAD, OPTIONS")
        #expect(headers["access-control-allow-headers"] == "range,x-token")
        #expect(headers["access-control-allow-private-network"] == "true")
        #expect(headers["access-control-max-age"] != nil)
    }

    @Test func `a preflight of any other page is refused`() {
        for origin in [nil, "https://evil.example", "null"] {
            #expect(answer(Self.request("OPTIONS", origin: origin, asks: "GET")) == nil)
        }
    }

    @Test func `a header list that is none is not repeated`() throws {
        let request = Self.request(
            "OPTIONS", origin: Self.player, asks: "GET", headers: "range\r\nX: 1")
        #expect(try #require(answer(request))["access-control-allow-headers"] == nil)
    }

    @Test func `OPTIONS that is no preflight tells the methods`() throws {
        let headers = try #require(answer(Self.request("OPTIONS")))
        #expect(headers["allow"] == "GET, HEAD, OPTIONS")
        #expect(headers["access-control-allow-origin"] == nil)
    }
}
