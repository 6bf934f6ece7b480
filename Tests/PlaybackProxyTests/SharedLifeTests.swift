import Primitives
import Testing

@testable import Origin
@testable import PlaybackProxy

@Suite struct SharedLifeTests {
    private static let date = ("Date", "Tue, 01 Dec 2026 12:00:00 GMT")

    private func life(_ headers: [(String, String)]) -> Duration {
        SharedLife.of(
            OriginResponse(
                status: 200, headers: headers.map { OriginHeader($0.0, $0.1) },
                finalURL: "https://cdn.example/init.mp4", contentLength: 4, contentRange: nil,
                endIsCertain: true))
    }

    @Test(arguments: [
        ("max-age=60", 60), ("public, max-age=60", 60), ("Max-Age=\"60\" , public", 60),
        ("s-maxage=5, max-age=60", 5), ("max-age=0", 0), ("max-age=-1", 0), ("max-age=x", 0),
        ("max-age", 0), ("max-age=99999999999", 0), ("max-age=4000000000", 86_400),
        ("max-age=60, no-store", 0), ("private, max-age=60", 0), ("no-cache", 0),
        ("no-cache=\"x\", max-age=60", 0), ("public", 0), ("", 0),
    ])
    func `what an origin says of how long, and to whom, counts`(_ rule: String, _ seconds: Int) {
        #expect(life([("Cache-Control", rule)]) == .seconds(seconds))
    }

    @Test func `several headers count together, and what is old already has less time`() {
        let rules = [("Cache-Control", "max-age=60"), ("cache-control", "private")]
        #expect(life(rules) == .zero)
        #expect(life([("Cache-Control", "max-age=60"), ("Age", "20")]) == .seconds(40))
        #expect(life([("Cache-Control", "max-age=60"), ("Age", "90")]) == .zero)
    }

    @Test
    func `a date of expiry counts where there is no age, and is read against the origin's own`() {
        let soon = ("Expires", "Tue, 01 Dec 2026 12:01:40 GMT")
        #expect(life([Self.date, soon]) == .seconds(100))
        #expect(life([Self.date, soon, ("Cache-Control", "max-age=5")]) == .seconds(5))
        #expect(life([soon]) == .zero)
        for past in ["0", "Tue, 01 Dec 2026 11:00:00 GMT"] {
            #expect(life([Self.date, ("Expires", past)]) == .zero)
        }
    }

    @Test func `what has stayed as it is for long is taken to stay a tenth of that`() {
        let made = ("Last-Modified", "Tue, 01 Dec 2026 11:50:00 GMT")
        #expect(life([Self.date, made]) == .seconds(60))
        #expect(life([Self.date, made, ("Cache-Control", "no-store")]) == .zero)
        #expect(life([made]) == .zero)
        let old = ("Last-Modified", "Tue, 01 Dec 1998 11:50:00 GMT")
        #expect(life([Self.date, old]) == SharedLife.longest)
        #expect(life([Self.date, ("Last-Modified", "Wed, 02 Dec 2026 12:00:00 GMT")]) == .zero)
    }

    @Test func `an answer for one client is nobody else's`() {
        #expect(life([("Cache-Control", "max-age=60"), ("Set-Cookie", "a=b")]) == .zero)
        #expect(life([("Cache-Control", "max-age=60"), ("Vary", "*")]) == .zero)
        #expect(life([("Cache-Control", "max-age=60"), ("Vary", "Origin")]) == .seconds(60))
    }
}
