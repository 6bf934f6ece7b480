import Origin
import Testing

@testable import Engine

@Suite struct RequestNoteTests {
    @Test(arguments: [
        ("http://a/s.ts", "http://a/s.ts?CMCD=x"),
        ("http://a/s.ts?", "http://a/s.ts?CMCD=x"),
        ("http://a/s.ts?t=1", "http://a/s.ts?t=1&CMCD=x"),
        ("http://a/s.ts?t=1#f?", "http://a/s.ts?t=1&CMCD=x#f?"),
        ("http://a/s.ts#f", "http://a/s.ts?CMCD=x#f"),
        ("http://a/s.ts?CMCD=y", "http://a/s.ts?CMCD=y"),
        ("http://a/s.ts?XCMCD=y", "http://a/s.ts?XCMCD=y&CMCD=x"),
    ])
    func `a query is added to what is asked for`(_ url: String, _ asked: String) {
        let note = RequestNote(query: "CMCD=x", headers: [])
        #expect(note?.added(to: OriginRequest(url: url)).url == asked)
    }

    @Test func `headers are added to those that go anyway`() throws {
        let note = try #require(RequestNote(query: nil, headers: [("CMCD-Request", "su")]))
        let request = note.added(
            to: OriginRequest(url: "http://a/?b", headers: [("Accept", "*/*")]))
        #expect(request.url == "http://a/?b")
        #expect(request.headers.map(\.name) == ["Accept", "CMCD-Request"])
    }

    @Test func `nothing to say is no note`() {
        #expect(RequestNote(query: nil, headers: []) == nil)
    }
}
