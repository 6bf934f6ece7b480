import Primitives

/// A live channel that writes its playlist in all the ways that one may be written, as it slides.
struct RandomChannel {
    private struct Entry {
        let lines: [String]
        let map: String?
        let key: String?
    }

    private var entries: [Entry] = []
    private var firstNumber: Int
    private var nextNumber: Int
    private var discontinuities = 0
    private var map: String?
    private var key: String?
    private var offset = 0
    private let lineEnd: String
    private let hasDefinition: Bool

    init(_ random: inout SeededRandom) {
        firstNumber = Int.random(in: 0...200, using: &random)
        nextNumber = firstNumber
        lineEnd = Bool.random(using: &random) ? "\n" : "\r\n"
        hasDefinition = Bool.random(using: &random)
        if Bool.random(using: &random) { map = "init0.mp4" }
    }

    /// Adds segments at the end, and takes some away at the front.
    mutating func advance(adding added: Int, removing removed: Int, _ random: inout SeededRandom) {
        for _ in 0..<added { add(&random) }
        let removed = min(removed, entries.count)
        entries.removeFirst(removed)
        firstNumber += removed
    }

    private mutating func add(_ random: inout SeededRandom) {
        var lines: [String] = []
        let number = nextNumber
        nextNumber += 1
        if map != nil, Int.random(in: 0..<40, using: &random) == 0 {
            map = "init\(number).mp4"
            lines.append("#EXT-X-MAP:URI=\"init\(number).mp4\"")
        }
        if Int.random(in: 0..<30, using: &random) == 0 {
            key = "METHOD=AES-128,URI=\"key\(number)\""
            lines.append("#EXT-X-KEY:METHOD=AES-128,URI=\"key\(number)\"")
        }
        let tags = [
            "#EXT-X-DISCONTINUITY", "#EXT-X-GAP", "#EXT-X-BITRATE:\(number)",
            "#EXT-X-PROGRAM-DATE-TIME:2026-01-01T00:00:0\(number % 10)Z",
            "#EXT-X-DATERANGE:ID=\"\(number)\",X-ASSET-URI=\"ad\(number).m3u8\"", "# a comment", "",
            "#EXT-X-PART:DURATION=0.5,URI=\"part\(number).mp4\"",
            "#EXT-X-PART:DURATION=0.5,URI=\"part\(number).mp4\",BYTERANGE=\"10\"",
        ]
        for tag in tags where Int.random(in: 0..<12, using: &random) == 0 { lines.append(tag) }
        if Int.random(in: 0..<6, using: &random) == 0 {
            let length = Int.random(in: 1...99, using: &random)
            let isOmitted = offset > 0 && Bool.random(using: &random)
            lines.append("#EXT-X-BYTERANGE:\(length)" + (isOmitted ? "" : "@\(offset)"))
            offset += length
        }
        if Int.random(in: 0..<20, using: &random) > 0 {
            lines.append("#EXTINF:\(Int.random(in: 1...9, using: &random)).\(number % 7),")
        }
        lines.append(hasDefinition ? "{$path}/s\(number).ts" : "s\(number).ts?t=\(number)")
        entries.append(Entry(lines: lines, map: map, key: key))
    }

    /// The playlist as it is now; a `tag` stands in its head.
    func text(tag: String = "", end: String = "") -> String {
        var lines = [
            "#EXTM3U", "#EXT-X-VERSION:9", "#EXT-X-TARGETDURATION:10",
            "#EXT-X-MEDIA-SEQUENCE:\(firstNumber)",
        ]
        if hasDefinition { lines.append("#EXT-X-DEFINE:NAME=\"path\",VALUE=\"v\"") }
        if !tag.isEmpty { lines.append(tag) }
        if let map = entries.first?.map { lines.append("#EXT-X-MAP:URI=\"\(map)\"") }
        if let key = entries.first?.key { lines.append("#EXT-X-KEY:\(key)") }
        for entry in entries { lines += entry.lines }
        lines.append("#EXT-X-PART:DURATION=0.5,URI=\"s\(nextNumber).0.mp4\"")
        lines.append("#EXT-X-PRELOAD-HINT:TYPE=PART,URI=\"s\(nextNumber).1.mp4\"")
        if !end.isEmpty { lines.append(end) }
        return lines.joined(separator: lineEnd) + lineEnd
    }
}
