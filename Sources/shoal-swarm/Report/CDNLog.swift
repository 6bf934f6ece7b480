/// What the CDN itself says that it sent: the access log of a run's nginx.
struct CDNLog: Sendable {
    /// The `log_format` that `init` reads; the path comes last since it may hold any character.
    static let nginxFormat = "$status|$body_bytes_sent|$sent_http_content_range|$uri"

    /// What left the CDN of one file.
    struct File: Sendable, Equatable {
        fileprivate(set) var sent = 0
        /// Which parts of it left at all, in the order of the log.
        fileprivate var ranges: [Range<Int>] = []

        /// How often each byte that anybody got was sent.
        var copies: Double {
            let covered = covered
            return covered == 0 ? 0 : Double(sent) / Double(covered)
        }

        private var covered: Int {
            var end = 0
            return ranges.sorted { $0.lowerBound < $1.lowerBound }.reduce(0) { sum, range in
                let new = max(0, range.upperBound - max(range.lowerBound, end))
                end = max(end, range.upperBound)
                return sum + new
            }
        }
    }

    /// Media files by path; playlists are not among them.
    private(set) var media: [String: File] = [:]
    private(set) var requests = 0
    /// Requests that the CDN refused.
    private(set) var refused = 0

    init(_ text: String) {
        for line in text.split(separator: "\n") { read(line) }
    }

    var mediaBytes: Int { media.values.reduce(0) { $0 + $1.sent } }

    /// Bytes of the media files that are meant.
    func bytes(of isMeant: (_ path: String) -> Bool) -> Int {
        media.reduce(0) { $0 + (isMeant($1.key) ? $1.value.sent : 0) }
    }

    /// Copies of a segment that left the CDN, averaged over the segments; and the most of any.
    var copies: (mean: Double, worst: Double) {
        let copies = media.values.map(\.copies).filter { $0 > 0 }
        guard let worst = copies.max() else { return (0, 0) }
        return (copies.reduce(0, +) / Double(copies.count), worst)
    }

    private mutating func read(_ line: Substring) {
        let fields = line.split(separator: "|", maxSplits: 3, omittingEmptySubsequences: false)
        guard fields.count == 4, let sent = Int(fields[1]) else { return }
        requests += 1
        guard fields[0].hasPrefix("2") else {
            refused += 1
            return
        }
        guard !fields[3].hasSuffix(".m3u8"), sent > 0 else { return }
        // A connection that broke sent less than the answer's range, from its beginning.
        let first = Self.firstByte(ofContentRange: fields[2])
        media[String(fields[3]), default: File()].sent += sent
        media[String(fields[3]), default: File()].ranges.append(first..<first + sent)
    }

    /// Of `bytes 5-9/100` it is 5; without a range the answer begins at the beginning.
    private static func firstByte(ofContentRange text: Substring) -> Int {
        guard text.hasPrefix("bytes ") else { return 0 }
        return Int(text.dropFirst(6).prefix(while: \.isNumber)) ?? 0
    }
}
