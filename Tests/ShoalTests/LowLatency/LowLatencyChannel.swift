import Primitives

/// A low-latency channel: what its origin says and serves once so many parts have been published.
struct LowLatencyChannel: Sendable {
    static let master = "/live/master.m3u8"
    static let playlist = "/live/v/media.m3u8"
    private static let partsPerSegment = 4
    /// Whole segments that a playlist lists.
    private static let window = 8
    private static let firstSegment = 100

    let part: Duration
    /// Whether parts are ranges of their segments, or resources of their own.
    var areRanges = false
    var partLength = 70_000

    /// Parts that were published before anybody came.
    static let published = (firstSegment + window) * partsPerSegment

    var target: Duration { part * Self.partsPerSegment }

    static let masterText = """
        #EXTM3U
        #EXT-X-STREAM-INF:BANDWIDTH=2800000
        v/media.m3u8

        """

    // MARK: Media

    func length(ofPart part: Int) -> Int { partLength + part % 7 }

    func bytes(ofPart part: Int) -> [UInt8] {
        var random = SeededRandom(seed: UInt64(part))
        let block = (0..<1_021).map { _ in UInt8(truncatingIfNeeded: random.next()) }
        var bytes: [UInt8] = []
        while bytes.count < length(ofPart: part) { bytes += block }
        bytes.removeLast(bytes.count - length(ofPart: part))
        return bytes
    }

    func parts(ofSegment segment: Int) -> Range<Int> {
        segment * Self.partsPerSegment..<(segment + 1) * Self.partsPerSegment
    }

    func bytes(ofSegment segment: Int) -> [UInt8] {
        parts(ofSegment: segment).flatMap(bytes(ofPart:))
    }

    /// The parts that a file holds, by its name: `s7.m4s` or `p7.2.m4s`.
    func parts(in name: some StringProtocol) -> Range<Int>? {
        let numbers = name.dropFirst().split(separator: ".").compactMap { Int($0) }
        switch (name.first, numbers.count) {
        case ("s", 1): return parts(ofSegment: numbers[0])
        case ("p", 2):
            let part = numbers[0] * Self.partsPerSegment + numbers[1]
            return part..<part + 1
        case _: return nil
        }
    }

    // MARK: Playlist

    /// The number of parts after which a playlist is what a blocking request waits for.
    func count(awaiting segment: Int, part: Int?) -> Int {
        segment * Self.partsPerSegment + (part.map { $0 + 1 } ?? Self.partsPerSegment)
    }

    func text(published: Int, skipping: Bool) -> String {
        let next = published / Self.partsPerSegment
        let first = next - Self.window
        let skipped = skipping ? 2 : 0
        let seconds = part.inSeconds
        var lines = [
            "#EXTM3U", "#EXT-X-VERSION:9",
            "#EXT-X-TARGETDURATION:\(Int(target.inSeconds.rounded(.up)))",
            "#EXT-X-SERVER-CONTROL:CAN-BLOCK-RELOAD=YES,PART-HOLD-BACK=\(3 * seconds),"
                + "CAN-SKIP-UNTIL=\(6 * target.inSeconds)",
            "#EXT-X-PART-INF:PART-TARGET=\(seconds)", "#EXT-X-MEDIA-SEQUENCE:\(first)",
        ]
        if skipping { lines.append("#EXT-X-SKIP:SKIPPED-SEGMENTS=\(skipped)") }
        for segment in first + skipped..<next {
            if segment >= next - 3 { lines += parts(ofSegment: segment).map(line(ofPart:)) }
            lines += ["#EXTINF:\(target.inSeconds),", "s\(segment).m4s"]
        }
        lines += (next * Self.partsPerSegment..<published).map(line(ofPart:))
        lines += [hint(at: published), "#EXT-X-RENDITION-REPORT:URI=\"../w/media.m3u8\"", ""]
        return lines.joined(separator: "\n")
    }

    private func line(ofPart part: Int) -> String {
        "#EXT-X-PART:DURATION=\(self.part.inSeconds),INDEPENDENT=YES,\(uri(ofPart: part))"
            + (areRanges ? ",BYTERANGE=\"\(length(ofPart: part))@\(offset(ofPart: part))\"" : "")
    }

    private func hint(at part: Int) -> String {
        "#EXT-X-PRELOAD-HINT:TYPE=PART,\(uri(ofPart: part))"
            + (areRanges ? ",BYTERANGE-START=\(offset(ofPart: part))" : "")
    }

    private func uri(ofPart part: Int) -> String {
        let (segment, index) = part.quotientAndRemainder(dividingBy: Self.partsPerSegment)
        return areRanges ? "URI=\"s\(segment).m4s\"" : "URI=\"p\(segment).\(index).m4s\""
    }

    private func offset(ofPart part: Int) -> Int {
        let first = part / Self.partsPerSegment * Self.partsPerSegment
        return (first..<part).reduce(0) { $0 + length(ofPart: $1) }
    }
}
