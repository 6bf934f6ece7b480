import LocalHTTP
import Testing

@testable import PlaybackProxy

@Suite struct FileAnswerTests {
    private let tag = EntityTag(content: [1])

    private func answer(_ method: String, _ headers: [(String, String)]) -> FileAnswer {
        let request = HTTPRequest(
            method: method, target: "/s/t/0/a.mp4",
            headers: headers.map { ($0.0, $0.1.replacing("TAG", with: tag.text)) },
            version: .http11)
        return FileAnswer(request, length: 1000, tag: tag)
    }

    /// A method, a Range, an If-Range, an If-None-Match, and what the answer is.
    private static let cases: [(String, String?, String?, String?, FileAnswer)] = [
        ("GET", nil, nil, nil, .whole),
        ("GET", "bytes=0-", nil, nil, .part(0..<1000)),
        ("GET", "bytes=5-5", nil, nil, .part(5..<6)),
        ("GET", "bytes=990-5000", nil, nil, .part(990..<1000)),
        ("GET", "bytes=-10", nil, nil, .part(990..<1000)),
        ("GET", "bytes=-5000", nil, nil, .part(0..<1000)),
        ("GET", "bytes=1000-", nil, nil, .unsatisfiable),
        ("GET", "bytes=-0", nil, nil, .unsatisfiable),
        ("GET", "bytes=5-4", nil, nil, .whole),
        ("GET", "bytes=0-1,3-4", nil, nil, .whole),
        ("GET", "bytes=5-5", "TAG", nil, .part(5..<6)),
        ("GET", "bytes=1000-", "TAG", nil, .unsatisfiable),
        ("GET", "bytes=5-5", "\"other\"", nil, .whole),
        ("GET", "bytes=1000-", "\"other\"", nil, .whole),
        ("GET", "bytes=5-5", "W/TAG", nil, .whole),
        ("GET", "bytes=5-5", "Mon, 02 Nov 2026 10:00:00 GMT", nil, .whole),
        ("GET", "bytes=5-5", nil, "TAG", .unchanged),
        ("GET", nil, nil, "\"other\"", .whole),
        ("HEAD", "bytes=5-5", nil, nil, .whole),
        ("HEAD", nil, nil, "TAG", .unchanged),
    ]

    @Test(arguments: cases.indices)
    func `R2, R3, R4, R10, R13: range, tag and method decide`(_ index: Int) {
        let (method, range, ifRange, ifNoneMatch, expected) = Self.cases[index]
        let headers = [("Range", range), ("If-Range", ifRange), ("If-None-Match", ifNoneMatch)]
        let given = headers.compactMap { name, value in value.map { (name, $0) } }
        #expect(answer(method, given) == expected)
    }
}
