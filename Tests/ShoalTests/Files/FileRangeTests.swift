import Foundation
import IOTestSupport
import Shoal
import Testing

extension ShoalTests {
    /// A file is answered from its pieces as an exact origin would answer.
    @Suite(.timeLimit(.minutes(1))) struct FileRangeTests {
        /// Three pieces and a bit.
        private static let bytes = FileOrigin.noise(800_000)
        private static let file = FileOrigin.File(bytes: bytes)

        /// A Range header, and what must come of it.
        private static let ranges = [
            ("bytes=0-", 0..<800_000), ("bytes=0-0", 0..<1), ("bytes=5-9", 5..<10),
            ("bytes=799999-", 799_999..<800_000), ("bytes=799999-799999", 799_999..<800_000),
            ("bytes=600000-1000000", 600_000..<800_000), ("bytes=-7", 799_993..<800_000),
            ("bytes=-1000000", 0..<800_000), ("bytes=262143-262144", 262_143..<262_145),
            ("bytes=262144-524287", 262_144..<524_288), ("bytes=200000-599999", 200_000..<600_000),
        ]

        @Test func `R2, B17, B19, B23: any range has its bytes, its numbers and its status`()
            async throws
        {
            try await FileScene.run(Self.file) { scene in
                for _ in 0..<2 {
                    let session = try await scene.session()
                    for (header, bytes) in Self.ranges.shuffled() {
                        let answer = try await scene.get(session, "Range: \(header)")
                        let ends = "\(bytes.lowerBound)-\(bytes.upperBound - 1)"
                        #expect(answer.status == 206, "\(header)")
                        #expect(answer.body == Array(Self.bytes[bytes]), "\(header)")
                        #expect(answer.header("Content-Length") == "\(bytes.count)")
                        #expect(answer.header("Content-Range") == "bytes \(ends)/800000")
                        #expect(answer.header("Accept-Ranges") == "bytes")
                        #expect(answer.header("Content-Type") == "video/mp4")
                    }
                }
            }
        }

        @Test func `R2, R3: past the end is a 416, and no range is the whole`() async throws {
            try await FileScene.run(Self.file) { scene in
                let session = try await scene.session()
                let past = try await scene.get(session, "Range: bytes=800000-")
                #expect(past.status == 416 && past.body.isEmpty)
                #expect(past.header("Content-Range") == "bytes */800000")
                #expect(try await scene.get(session, "Range: bytes=-0").status == 416)
                for headers in ["X: y", "Range: bytes=5-2", "Range: bytes=0-1,4-5", "Range: x=0-1"]
                {
                    let whole = try await scene.get(session, headers)
                    #expect(whole.status == 200 && whole.body == Self.bytes)
                    #expect(whole.header("Content-Length") == "800000")
                    #expect(whole.header("Transfer-Encoding") == nil)
                    #expect(whole.header("Content-Range") == nil)
                }
            }
        }

        @Test func `R4: a range holds for the one strong tag that all answers bear`() async throws {
            try await FileScene.run(Self.file) { scene in
                let first = try await scene.session()
                let tag = try #require(try await scene.get(first).header("ETag"))
                #expect(tag == "\"v1\"")
                let second = try await scene.session()
                try await scene.player.until(second) { $0.peers == 1 }
                for session in [first, second] {
                    let part = try await scene.get(
                        session, "Range: bytes=7-8", "If-Range: \(tag)")
                    #expect(part.status == 206 && part.header("ETag") == tag)
                    let whole = try await scene.get(
                        session, "Range: bytes=7-8", "If-Range: \"v0\"")
                    #expect(whole.status == 200 && whole.body == Self.bytes)
                    #expect(whole.header("ETag") == tag)
                    let unchanged = try await scene.get(session, "If-None-Match: \(tag)")
                    #expect(unchanged.status == 304 && unchanged.header("ETag") == tag)
                }
            }
        }

        @Test func `without a tag of the origin's own it is made of what changes`() async throws {
            let date = "Mon, 02 Nov 2026 10:00:00 GMT"
            let file = FileOrigin.File(bytes: Self.bytes, tag: nil, date: date)
            try await FileScene.run(file) { scene in
                let tags = [
                    try await scene.get(scene.session(), "Range: bytes=0-").header("ETag"),
                    try await scene.get(scene.session(), method: "HEAD").header("ETag"),
                ]
                let tag = try #require(tags[0])
                #expect(tags[1] == tag && tag.hasPrefix("\"") && tag.hasSuffix("\""))
                scene.origin.change(FileScene.path) {
                    $0.date = "Tue, 03 Nov 2026 10:00:00 GMT"
                }
                #expect(try await scene.get(scene.session()).header("ETag") != tag)
                // It speaks of a version in each request's own way.
                let conditions = scene.origin.requests.flatMap { $0.values("If-Range") }
                #expect(conditions.isEmpty)
            }
        }

        @Test func `a seek waits for nothing that lies before it in its piece`() async throws {
            var file = Self.file
            // What is wanted comes whole, and of what is not, not a whole chunk.
            file.conduct = .stallsAfter(40_000)
            try await FileScene.run(file) { scene in
                let session = try await scene.session()
                // The piece is 262,144 bytes long, and ends 12,144 behind the place.
                let answer = try await scene.get(session, "Range: bytes=250000-259999")
                #expect(answer.status == 206)
                #expect(answer.body == Array(Self.bytes[250_000..<260_000]))
                let piece = scene.origin.requests(for: FileScene.path).flatMap {
                    $0.values("If-Range").isEmpty ? [] : $0.values("Range")
                }
                #expect(piece.first == "bytes=229376-262143")
            }
        }

        @Test func `R13: a HEAD is a GET without its body, and fetches no piece`() async throws {
            try await FileScene.run(Self.file) { scene in
                let session = try await scene.session()
                let head = try await scene.get(session, "Range: bytes=0-9", method: "HEAD")
                #expect(head.status == 200 && head.header("Content-Length") == "800000")
                #expect(head.header("ETag") == "\"v1\"" && head.header("Accept-Ranges") == "bytes")
                #expect(scene.origin.sentCount == 1024)
            }
        }

        @Test func `R20, R22: what was fetched is not fetched again`() async throws {
            try await FileScene.run(Self.file) { scene in
                let session = try await scene.session()
                for last in [832, 912, 109_308, 5] {
                    let answer = try await scene.get(session, "Range: bytes=0-\(last)")
                    #expect(answer.body == Array(Self.bytes[0...last]))
                }
                for _ in 0..<3 {
                    #expect(try await scene.get(session).body == Self.bytes)
                }
                let pieces = scene.origin.requests(for: FileScene.path).filter {
                    !$0.values("If-Range").isEmpty
                }
                #expect(Set(pieces.flatMap { $0.values("Range") }).count == pieces.count)
                #expect(await session.statistics().wastedBytes == 0)
            }
        }

        @Test func `B22: a download by four ranges at once is the file`() async throws {
            let bytes = FileOrigin.noise(5_000_003)
            try await FileScene.run(FileOrigin.File(bytes: bytes)) { scene in
                let session = try await scene.session()
                let quarter = bytes.count / 4 + 1
                let parts = try await withThrowingTaskGroup(of: (Int, [UInt8]).self) { group in
                    for number in 0..<4 {
                        let first = number * quarter
                        group.addTask {
                            let answer = try await scene.get(
                                session, "Range: bytes=\(first)-\(first + quarter - 1)")
                            return (number, answer.body)
                        }
                    }
                    return try await group.reduce(into: [Int: [UInt8]]()) { $0[$1.0] = $1.1 }
                }
                #expect((0..<4).flatMap { parts[$0] ?? [] } == bytes)
                #expect(await session.statistics().deliveredBytes == bytes.count)
            }
        }
    }
}
