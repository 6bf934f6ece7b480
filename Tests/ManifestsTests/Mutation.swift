import Primitives

/// Damages a playlist the way that a bad network, a bad disk or a bad person does.
enum Mutation {
    static func mutate(_ source: inout [UInt8], _ random: inout SeededRandom) {
        for _ in 0..<Int.random(in: 1...4, using: &random) {
            switch Int.random(in: 0..<6, using: &random) {
            case 0: flipByte(&source, &random)
            case 1: insertByte(&source, &random)
            case 2: deleteBytes(&source, &random)
            case 3: editLines(&source, &random)
            case 4: insertNumber(&source, &random)
            case _: insertTag(&source, &random)
            }
        }
    }

    private static func flipByte(_ source: inout [UInt8], _ random: inout SeededRandom) {
        guard let index = source.indices.randomElement(using: &random) else { return }
        source[index] ^= 1 << UInt8.random(in: 0..<8, using: &random)
    }

    private static func insertByte(_ source: inout [UInt8], _ random: inout SeededRandom) {
        let alphabet = Array("#\"=,:@{$}\r\n/.%?&-9 \0\u{ff}".utf8)
        guard let byte = alphabet.randomElement(using: &random) else { return }
        source.insert(byte, at: Int.random(in: 0...source.count, using: &random))
    }

    private static func deleteBytes(_ source: inout [UInt8], _ random: inout SeededRandom) {
        let start = Int.random(in: 0...source.count, using: &random)
        let count = Int.random(in: 0...8, using: &random)
        source.removeSubrange(start..<min(start + count, source.count))
    }

    /// Removes a line, or says it twice, or moves it.
    private static func editLines(_ source: inout [UInt8], _ random: inout SeededRandom) {
        var lines = source.split(separator: 0x0a, omittingEmptySubsequences: false)
        guard let from = lines.indices.randomElement(using: &random) else { return }
        let line = Bool.random(using: &random) ? lines.remove(at: from) : lines[from]
        if Bool.random(using: &random) {
            lines.insert(line, at: Int.random(in: 0...lines.count, using: &random))
        }
        source = Array(lines.joined(separator: [0x0a]))
    }

    private static func insertNumber(_ source: inout [UInt8], _ random: inout SeededRandom) {
        let numbers = [
            "18446744073709551615", "18446744073709551616", "9223372036854775807", "-1", "1e999",
            "NaN", "00000000000000000000000000000000000000001", ".", "4294967296@4294967296",
        ]
        let places = source.indices.filter { source[$0] == UInt8(ascii: ":") }
        guard let place = places.randomElement(using: &random),
            let number = numbers.randomElement(using: &random)
        else { return }
        source.insert(contentsOf: number.utf8, at: place + 1)
    }

    private static func insertTag(_ source: inout [UInt8], _ random: inout SeededRandom) {
        let tags = [
            "#EXT-X-BYTERANGE:9223372036854775807\n", "#EXT-X-SKIP:SKIPPED-SEGMENTS=9\n",
            "#EXT-X-MAP:URI=\"{$a}\",BYTERANGE=\"1\"\n",
            "#EXT-X-DEFINE:NAME=\"a\",VALUE=\"{$a}b\"\n",
            "#EXT-X-PART:URI=\"p\",BYTERANGE=\"9\",DURATION=-0\n",
            "#EXT-X-BITRATE:99999999999999999\n",
            "#EXT-X-STREAM-INF:BANDWIDTH=1,,=,\n", "#EXT-X-KEY:METHOD=NONE,URI=\"http://[\"\n",
        ]
        let places = source.indices.filter { source[$0] == 0x0a }
        guard let place = places.randomElement(using: &random),
            let tag = tags.randomElement(using: &random)
        else { return }
        source.insert(contentsOf: tag.utf8, at: place + 1)
    }
}
