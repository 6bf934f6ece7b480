/// Walks the boxes of an MP4 file to the one that says how long it plays.
enum MP4Glance {
    private struct Box {
        let type: ArraySlice<UInt8>
        /// Bytes before what it holds.
        let headerLength: Int
        /// Nil for a box that goes on to the end of the file.
        let length: Int?
    }

    /// What files begin with; others are no MP4.
    private static let first = ["ftyp", "moov", "mdat", "free", "skip", "wide", "styp"]

    /// Nil for what is no MP4.
    static func clue(_ bytes: [UInt8], at offset: Int, ofFile length: Int) -> PlayingTime.Clue? {
        guard let begin = box(in: bytes, at: 0),
            Self.first.contains(where: begin.type.elementsEqual)
        else { return nil }
        var place = 0
        while let box = box(in: bytes, at: place) {
            if box.type.elementsEqual("moov".utf8) {
                if let clue = headerClue(bytes, from: place + box.headerLength) { return clue }
                return place > 0 ? .look(at: offset + place) : .nothing
            }
            guard let next = box.length, next < length - offset - place else { return .nothing }
            place += next
        }
        let isFurther = offset + place < length - 8 && place > 0
        return isFurther ? .look(at: offset + place) : .nothing
    }

    /// What `mvhd`, among the boxes of `moov`, says; nil if it is not among these bytes.
    private static func headerClue(_ bytes: [UInt8], from start: Int) -> PlayingTime.Clue? {
        var place = start
        while let box = box(in: bytes, at: place) {
            if box.type.elementsEqual("mvhd".utf8) {
                let body = place + box.headerLength
                guard body < bytes.count else { return nil }
                let isLong = bytes[body] == 1
                let scale = number(bytes, at: body + (isLong ? 20 : 12), count: 4)
                let ticks = number(bytes, at: body + (isLong ? 24 : 16), count: isLong ? 8 : 4)
                guard let scale, let ticks else { return nil }
                // All ones: not known; of a file in fragments it is zero.
                let isKnown = ticks != (isLong ? UInt64.max : UInt64(UInt32.max)) && scale > 0
                return isKnown
                    ? PlayingTime.plays(seconds: Double(ticks) / Double(scale)) : .nothing
            }
            guard let next = box.length, next < bytes.count - place else { return nil }
            place += next
        }
        return nil
    }

    private static func box(in bytes: [UInt8], at place: Int) -> Box? {
        guard let short = number(bytes, at: place, count: 4), place + 8 <= bytes.count else {
            return nil
        }
        let type = bytes[place + 4..<place + 8]
        switch short {
        case 0:
            return Box(type: type, headerLength: 8, length: nil)
        case 1:
            guard let long = number(bytes, at: place + 8, count: 8), long >= 16,
                let length = Int(exactly: long)
            else { return nil }
            return Box(type: type, headerLength: 16, length: length)
        case 2..<8:
            return nil
        default:
            return Box(type: type, headerLength: 8, length: Int(short))
        }
    }

    private static func number(_ bytes: [UInt8], at place: Int, count: Int) -> UInt64? {
        guard place + count <= bytes.count else { return nil }
        return bytes[place..<place + count].reduce(0) { $0 << 8 | UInt64($1) }
    }
}

extension ArraySlice<UInt8> {
    fileprivate func elementsEqual(_ text: String) -> Bool { elementsEqual(text.utf8) }
}
