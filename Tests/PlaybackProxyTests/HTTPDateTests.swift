import Testing

@testable import PlaybackProxy

@Suite struct HTTPDateTests {
    @Test func `a date is read in the form that may be sent, and in no other`() {
        #expect(HTTPDate.parse("Tue, 15 Nov 1994 08:12:31 GMT") == .seconds(784_887_151))
        for text in ["", "Tue, 15 Nov 1994", "Tue, 15 Foo 1994 08:12:31 GMT", "0", "x y z a b GMT"]
        {
            #expect(HTTPDate.parse(text) == nil)
        }
    }
}
