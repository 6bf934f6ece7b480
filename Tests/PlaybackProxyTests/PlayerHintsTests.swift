import LocalHTTP
import Primitives
import SwarmCore
import Testing

@testable import PlaybackProxy

@Suite struct PlayerHintsTests {
    private func request(
        _ target: String, _ headers: [(String, String)] = []
    ) -> HTTPRequest {
        HTTPRequest(method: "GET", target: target, headers: headers, version: .http11)
    }

    @Test func `a request that says nothing gives no hints and no note`() {
        for target in ["/s/t/1/a.ts", "/s/t/1/a.ts?", "/s/t/1/a.ts?bl=5", "/s/t/1/CMCD=bl%3D5"] {
            #expect(request(target, [("X-CMCD-Request", "bl=5")]).hints == nil, "\(target)")
            #expect(request(target).note == nil, "\(target)")
        }
    }

    @Test func `hints come from query and headers alike`() {
        var expected = PlayerHints()
        expected.bufferLength = .milliseconds(4_200)
        expected.deadline = .milliseconds(4_000)
        expected.playbackRate = 1.5
        expected.isStarting = true
        expected.throughput = 7_000_000
        let query = request("/a.ts?CMCD=bl%3D4200%2Cdl%3D4000%2Cmtp%3D7000%2Cpr%3D1.5%2Csu")
        #expect(query.hints == expected)
        let headers = request(
            "/a.ts",
            [("cmcd-request", "bl=4200,dl=4000,mtp=7000,su"), ("CMCD-Session", "pr=1.5")])
        #expect(headers.hints == expected)
        #expect(query.note != nil && headers.note != nil)
    }

    @Test(arguments: [
        ("a", true), ("v", true), ("av", true), ("i", false), ("c", false), ("tt", false),
        ("m", false), ("k", false), ("o", false), ("x", false),
    ])
    func `what is held counts for what plays`(_ type: String, _ counts: Bool) {
        let hints = request("/a.ts?CMCD=bl=5,ot=\(type),sid=\"s\"").hints
        #expect(hints?.bufferLength == (counts ? .milliseconds(5) : nil))
        #expect(hints?.player != nil)
    }

    @Test func `two players differ by what they call their sessions`() {
        let players = ["a", "b", "a"].map { request("/x?CMCD=sid%3D%22\($0)%22").hints?.player }
        #expect(players[0] == players[2] && players[0] != players[1])
    }
}
