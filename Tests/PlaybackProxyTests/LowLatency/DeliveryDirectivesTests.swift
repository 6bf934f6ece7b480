import Testing

@testable import PlaybackProxy

@Suite struct DeliveryDirectivesTests {
    @Test(arguments: [
        (
            "https://cdn.example/v.m3u8", "_HLS_msn=7&_HLS_part=2&_HLS_skip=YES",
            "https://cdn.example/v.m3u8?_HLS_msn=7&_HLS_part=2&_HLS_skip=YES"
        ),
        (
            "https://cdn.example/v.m3u8?t=a%2Fb&z", "_HLS_msn=7",
            "https://cdn.example/v.m3u8?t=a%2Fb&z&_HLS_msn=7"
        ),
        (
            "https://cdn.example/v.m3u8?", "CMCD=x&_HLS_skip=v2&y=1&_HLS_msn=7",
            "https://cdn.example/v.m3u8?_HLS_skip=v2&_HLS_msn=7"
        ),
        (
            "https://cdn.example/v.m3u8?a#f", "_HLS_new=1",
            "https://cdn.example/v.m3u8?a&_HLS_new=1#f"
        ),
        ("https://cdn.example/v.m3u8?a", "t=1", "https://cdn.example/v.m3u8?a"),
    ])
    func `R17: they follow the origin's own query, in their order`(
        url: String, query: String, asked: String
    ) {
        #expect(DeliveryDirectives(query: query).added(to: url) == asked)
    }

    @Test func `a request waits if it names a segment`() {
        #expect(DeliveryDirectives(query: "_HLS_msn=7").isBlocking)
        #expect(!DeliveryDirectives(query: "_HLS_skip=YES").isBlocking)
        #expect(!DeliveryDirectives(query: nil).isBlocking)
    }

    @Test func `those for the whole are the same but for what may be skipped`() {
        let delta = DeliveryDirectives(query: "_HLS_msn=7&_HLS_part=2&_HLS_skip=YES")
        #expect(delta.forWhole == DeliveryDirectives(query: "_HLS_msn=7&_HLS_part=2"))
        #expect(delta.forWhole != delta)
    }

    @Test func `a follower waits as a player does`() {
        let part = AwaitedPart(segment: 7, part: 2)
        #expect(
            DeliveryDirectives(awaiting: part).added(to: "/v") == "/v?_HLS_msn=7&_HLS_part=2")
        let whole = AwaitedPart(segment: 7, part: nil)
        #expect(DeliveryDirectives(awaiting: whole).added(to: "/v") == "/v?_HLS_msn=7")
        #expect(DeliveryDirectives(awaiting: nil).added(to: "/v") == "/v")
    }
}
