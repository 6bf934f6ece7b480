import Origin
import Testing

@Suite struct ContentRangeTests {
    @Test(arguments: [
        ("bytes 0-0/1", ContentRange.part(0...0, total: 1)),
        ("bytes 3-5/9", .part(3...5, total: 9)), (" Bytes 3-5/* ", .part(3...5, total: nil)),
        ("bytes */9", .unsatisfied(total: 9)), ("bytes */0", .unsatisfied(total: 0)),
    ])
    func `what is read`(value: String, range: ContentRange) {
        #expect(ContentRange(value) == range)
    }

    @Test(arguments: [
        "", "bytes", "bytes ", "3-5/9", "bytes=3-5/9", "bytes 5-3/9", "bytes 3-9/9", "bytes 3-5",
        "bytes -5/9", "bytes 3-/9", "bytes 3-5/", "bytes */*", "bytes 3-5/9/9", "bytes 3-5-7/9",
        "bytes +3-5/9", "bytes 3-5/-9", "bytes 3-99999999999999999999/*", "items 3-5/9",
        "bytes 0-0/0", "bytes 3 -5/9",
    ])
    func `what is not`(value: String) {
        #expect(ContentRange(value) == nil)
    }

    @Test(arguments: [
        (OriginRange.closed(3...5), "bytes 3-5/9", true), (.closed(3...5), "bytes 3-5/*", true),
        (.closed(3...5), "bytes 3-4/5", true),  // the resource ends there
        (.closed(3...5), "bytes 3-4/9", false), (.closed(3...5), "bytes 3-4/*", false),
        (.closed(3...5), "bytes 3-6/9", false), (.closed(3...5), "bytes 2-5/9", false),
        (.closed(3...5), "bytes 4-5/9", false), (.closed(3...5), "bytes */9", false),
        (.from(3), "bytes 3-8/9", true), (.from(3), "bytes 3-7/9", false),
        (.from(3), "bytes 2-8/9", false), (.from(3), "bytes 3-8/*", false),
        (.suffix(3), "bytes 6-8/9", true), (.suffix(30), "bytes 0-8/9", true),
        (.suffix(3), "bytes 5-8/9", false), (.suffix(3), "bytes 7-8/9", false),
        (.suffix(3), "bytes 5-7/9", false), (.suffix(3), "bytes 6-8/*", false),
    ])
    func `whether it is all of what was asked for`(
        asked: OriginRange, value: String, answers: Bool
    ) throws {
        #expect(try #require(ContentRange(value)).answers(asked) == answers)
    }
}
