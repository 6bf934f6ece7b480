/// Reads the first frame of an MP3 file, behind a tag that may be before it.
enum MP3Glance {
    private struct Frame {
        let isVersion1: Bool
        let isMono: Bool
        let bitrate: Int
        let sampleRate: Int

        var samples: Int { isVersion1 ? 1152 : 576 }
        /// Where the counts of a file of changing bitrate stand.
        var countsOffset: Int {
            switch (isVersion1, isMono) {
            case (true, false): 36
            case (true, true), (false, false): 21
            case (false, true): 13
            }
        }
    }

    private static let bitrates1 = [
        32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320,
    ]
    private static let bitrates2 = [8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160]
    private static let sampleRates = [44_100, 48_000, 32_000]

    /// Nil for what is no MP3.
    static func clue(_ bytes: [UInt8], at offset: Int, ofFile length: Int) -> PlayingTime.Clue? {
        if let end = tagEnd(bytes) {
            if end + 256 <= bytes.count { return frameClue(bytes, from: end, offset, length) }
            return offset + end < length ? .look(at: offset + end) : .nothing
        }
        return frameClue(bytes, from: 0, offset, length)
    }

    private static func frameClue(
        _ bytes: [UInt8], from start: Int, _ offset: Int, _ length: Int
    ) -> PlayingTime.Clue? {
        // Some writers leave room between tag and sound.
        for place in start..<max(start, bytes.count - 4) {
            guard let frame = frame(bytes, at: place) else { continue }
            if let frames = count(bytes, of: frame, at: place) {
                let samples = Double(frames) * Double(frame.samples)
                return PlayingTime.plays(seconds: samples / Double(frame.sampleRate))
            }
            let sound = Double(length - offset - place)
            return PlayingTime.plays(seconds: sound * 8 / Double(frame.bitrate))
        }
        return nil
    }

    /// Where an ID3 tag ends; its length has seven bits in a byte.
    private static func tagEnd(_ bytes: [UInt8]) -> Int? {
        guard bytes.count >= 10, bytes.starts(with: "ID3".utf8),
            bytes[6..<10].allSatisfy({ $0 < 0x80 })
        else { return nil }
        let length = bytes[6..<10].reduce(0) { $0 << 7 | Int($1) }
        let footer = bytes[5] & 0x10 != 0 ? 10 : 0
        return 10 + length + footer
    }

    /// The header of a frame of layer III at that place.
    private static func frame(_ bytes: [UInt8], at place: Int) -> Frame? {
        guard bytes[place] == 0xff, bytes[place + 1] & 0xe6 == 0xe2 else { return nil }
        let version = bytes[place + 1] >> 3 & 3
        let bitrate = Int(bytes[place + 2] >> 4)
        let rate = Int(bytes[place + 2] >> 2 & 3)
        guard version != 1, (1...14).contains(bitrate), rate < 3 else { return nil }
        let isVersion1 = version == 3
        let divisor = isVersion1 ? 1 : version == 2 ? 2 : 4
        return Frame(
            isVersion1: isVersion1, isMono: bytes[place + 3] >> 6 == 3,
            bitrate: (isVersion1 ? bitrates1 : bitrates2)[bitrate - 1] * 1000,
            sampleRate: sampleRates[rate] / divisor)
    }

    /// How many frames the file has, where its first says so.
    private static func count(_ bytes: [UInt8], of frame: Frame, at place: Int) -> Int? {
        let counts = place + frame.countsOffset
        guard counts + 12 <= bytes.count else { return nil }
        let mark = bytes[counts..<counts + 4]
        guard mark.elementsEqual("Xing".utf8) || mark.elementsEqual("Info".utf8),
            bytes[counts + 7] & 1 != 0
        else { return nil }
        let frames = bytes[counts + 8..<counts + 12].reduce(0) { $0 << 8 | Int($1) }
        return frames > 0 ? frames : nil
    }
}
