import Manifests
import Primitives
import TestSupport
import Testing

@Suite struct PlayingTimeTests {
    private func box(_ type: String, _ body: [UInt8] = [], length: Int? = nil) -> [UInt8] {
        var writer = ByteWriter()
        writer.write(UInt32(length ?? body.count + 8))
        writer.write(Array(type.utf8))
        writer.write(body)
        return writer.bytes
    }

    /// `mvhd` of version 0 or 1.
    private func header(scale: UInt32, ticks: UInt64, isLong: Bool = false) -> [UInt8] {
        var writer = ByteWriter()
        writer.write(UInt32(isLong ? 1 << 24 : 0))
        writer.write([UInt8](repeating: 9, count: isLong ? 16 : 8))
        writer.write(scale)
        if isLong { writer.write(ticks) } else { writer.write(UInt32(truncatingIfNeeded: ticks)) }
        writer.write([UInt8](repeating: 0, count: 80))
        return box("mvhd", writer.bytes)
    }

    private var start: [UInt8] { box("ftyp", Array("isom....".utf8)) }

    // MARK: - MP4

    @Test(arguments: [false, true])
    func `R5: an index in front tells at once`(_ isLong: Bool) {
        let moov = box("moov", header(scale: 600, ticks: 6_300, isLong: isLong), length: 90_000)
        let clue = PlayingTime.clue(start + box("free") + moov, at: 0, ofFile: 1_000_000)
        #expect(clue == .plays(.milliseconds(10_500)))
    }

    @Test func `R5: an index at the end is looked for there`() {
        let head = start + box("mdat", [1, 2, 3], length: 990_000)
        #expect(PlayingTime.clue(head, at: 0, ofFile: 1_000_000) == .look(at: 990_016))
        var long = ByteWriter()
        long.write(UInt32(1))
        long.write(Array("mdat".utf8))
        long.write(UInt64(990_000))
        #expect(
            PlayingTime.clue(start + long.bytes, at: 0, ofFile: 1_000_000) == .look(at: 990_016))
        let moov = box("moov", header(scale: 1, ticks: 7), length: 9_984)
        #expect(PlayingTime.clue(moov, at: 990_016, ofFile: 1_000_000) == .plays(.seconds(7)))
    }

    @Test func `an index whose beginning is cut off is looked at once more`() {
        let filler = box("free", [UInt8](repeating: 0, count: 990))
        let bytes = start + filler + box("moov", Array(header(scale: 1, ticks: 7).prefix(10)))
        let place = start.count + filler.count
        #expect(PlayingTime.clue(bytes, at: 0, ofFile: 1_000_000) == .look(at: place))
    }

    /// Units a second, and how many.
    private static let oddTimes: [(UInt32, UInt64)] = [
        (0, 5), (600, 0), (600, 0xffff_ffff), (1, 4_000_000),
    ]

    @Test(arguments: oddTimes)
    func `a time that is not known, or cannot be, is no clue`(_ scale: UInt32, _ ticks: UInt64) {
        let moov = box("moov", header(scale: scale, ticks: ticks))
        #expect(PlayingTime.clue(start + moov, at: 0, ofFile: 1_000_000) == .nothing)
    }

    // MARK: - MP3

    /// A frame of 128 kbit/s, 44.1 kHz, stereo, and what stands in it.
    private func frame(_ counts: [UInt8] = []) -> [UInt8] {
        [0xff, 0xfb, 0x90, 0x00] + [UInt8](repeating: 0, count: 32) + counts
            + [UInt8](repeating: 0, count: 400)
    }

    private func tag(_ length: Int) -> [UInt8] {
        let digits = [21, 14, 7, 0].map { UInt8(length >> $0 & 0x7f) }
        return Array("ID3".utf8) + [4, 0, 0] + digits + [UInt8](repeating: 1, count: length)
    }

    @Test func `a constant bitrate tells by the length`() {
        #expect(PlayingTime.clue(frame(), at: 0, ofFile: 160_000) == .plays(.seconds(10)))
    }

    @Test func `a changing bitrate tells by the count of frames`() {
        let counts = Array("Xing".utf8) + [0, 0, 0, 1, 0, 0, 3, 0xe8]
        let clue = PlayingTime.clue(frame(counts), at: 0, ofFile: 160_000)
        guard case .plays(let time) = clue else {
            Issue.record("\(clue)")
            return
        }
        #expect(abs(time.inSeconds - 1_152_000.0 / 44_100) < 0.001)
    }

    @Test func `a tag in front is passed over, here or by another look`() {
        let short = tag(200) + frame()
        #expect(PlayingTime.clue(short, at: 0, ofFile: 160_210) == .plays(.seconds(10)))
        let long = Array(tag(50_000).prefix(PlayingTime.glance))
        #expect(PlayingTime.clue(long, at: 0, ofFile: 210_010) == .look(at: 50_010))
        #expect(PlayingTime.clue(frame(), at: 50_010, ofFile: 210_010) == .plays(.seconds(10)))
        #expect(PlayingTime.clue(long, at: 0, ofFile: 40_000) == .nothing)
    }

    // MARK: - Anything

    @Test func `whatever the bytes, no place is looked at twice or outside of the file`() {
        var random = SeededRandom(seed: testSeed)
        let words = ["moov", "mvhd", "mdat", "ftyp", "ID3\u{4}", "\u{0}\u{0}\u{0}\u{1}", "free"]
        for _ in 0..<20_000 {
            var bytes = (0..<Int.random(in: 0...64, using: &random)).map { _ in
                UInt8.random(in: 0...255, using: &random)
            }
            for _ in 0..<3 where bytes.count > 8 {
                let place = Int.random(in: 0...bytes.count - 4, using: &random)
                let word = words.randomElement(using: &random) ?? ""
                bytes.replaceSubrange(place..<place + 4, with: Array(word.utf8).prefix(4))
            }
            let length = Int.random(in: bytes.count...1_000_000, using: &random)
            let offset = Int.random(in: 0...length - bytes.count, using: &random)
            switch PlayingTime.clue(bytes, at: offset, ofFile: length) {
            case .plays(let time): #expect(time > .zero && time <= .seconds(1_000_000))
            case .look(let place): #expect(place > offset && place < length)
            case .nothing: break
            }
        }
    }
}
