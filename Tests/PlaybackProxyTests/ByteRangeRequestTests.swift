import PlaybackProxy
import Testing

@Suite struct ByteRangeRequestTests {
    @Test(
        arguments: [
            ("bytes=0-", .from(0)),
            ("bytes=0-0", .closed(first: 0, last: 0)),
            ("bytes=10-19", .closed(first: 10, last: 19)),
            ("bytes=-5", .suffix(5)),
            ("bytes=-0", .suffix(0)),
            ("BYTES=7-", .from(7)),
            ("bytes= 1-2 ", .closed(first: 1, last: 2)),
            ("bytes=00-01", .closed(first: 0, last: 1)),
            ("bytes=5-99999999999999999999", .closed(first: 5, last: .max)),
            ("bytes=99999999999999999999-", .from(.max)),
        ] as [(String, ByteRangeRequest)])
    func `one range is understood`(_ header: String, _ expected: ByteRangeRequest) {
        #expect(ByteRangeRequest(header: header) == expected)
    }

    @Test(
        arguments: [
            nil, "", "bytes", "bytes=", "bytes=-", "bytes=a-b", "bytes=1", "bytes=2-1",
            "bytes=0-1,3-4", "bytes=0-1,", "items=0-1", "bytes 0-1", "bytes=0--1", "bytes=--1",
            "bytes=+1-2", "bytes=1 -2", "bytes=1- 2", "bytes=0x1-2", "bytes=1-2-3", "=0-1",
            "bytes=\u{661}-", "none",
        ])
    func `anything else means the whole body`(_ header: String?) {
        #expect(ByteRangeRequest(header: header) == nil)
    }

    @Test(
        arguments: [
            (.from(0), 10, 0..<10),
            (.from(9), 10, 9..<10),
            (.from(10), 10, nil),
            (.from(0), 0, nil),
            (.from(.max), 10, nil),
            (.closed(first: 0, last: 9), 10, 0..<10),
            (.closed(first: 0, last: 10), 10, 0..<10),
            (.closed(first: 3, last: .max), 10, 3..<10),
            (.closed(first: 3, last: 3), 10, 3..<4),
            (.closed(first: 10, last: 12), 10, nil),
            (.closed(first: 0, last: 0), 0, nil),
            (.suffix(3), 10, 7..<10),
            (.suffix(10), 10, 0..<10),
            (.suffix(.max), 10, 0..<10),
            (.suffix(0), 10, nil),
            (.suffix(1), 0, nil),
        ] as [(ByteRangeRequest, Int, Range<Int>?)])
    func `it is clamped to the body, or to nothing`(
        _ request: ByteRangeRequest, _ total: Int, _ expected: Range<Int>?
    ) {
        #expect(request.resolved(against: total) == expected)
    }

    @Test func `the answer names the last byte, not the length`() {
        #expect(ContentRange.header(0..<10, of: 10) == "bytes 0-9/10")
        #expect(ContentRange.header(3..<4, of: 100) == "bytes 3-3/100")
        #expect(ContentRange.unsatisfied(10) == "bytes */10")
    }
}
