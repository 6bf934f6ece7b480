import Primitives

/// One `sidx` box.
struct SegmentIndexBox {
    struct Reference {
        /// To another index, not to media.
        let isIndex: Bool
        let length: Int
        let duration: Duration
    }

    /// Where the first thing begins that it refers to.
    let anchor: Int
    let references: [Reference]

    /// Nil if there is none at `offset`, or the bytes do not hold all of it.
    ///
    /// A box of another kind may come first.
    init?(_ bytes: [UInt8], at offset: Int) {
        var offset = offset
        for _ in 0..<4 {
            guard let (type, range) = Self.box(in: bytes, at: offset) else { return nil }
            if type == 0x7369_6478 {
                self.init(bytes, content: range)
                return
            }
            offset = range.upperBound
        }
        return nil
    }

    private init?(_ bytes: [UInt8], content: Range<Int>) {
        var reader = ByteReader(bytes.span.extracting(content))
        do throws(WireError) {
            let version = try reader.readUInt32() >> 24
            _ = try reader.readUInt32()
            let ticks = DASHTicks(perSecond: UInt64(try reader.readUInt32()))
            let firstOffset: UInt64
            if version == 0 {
                _ = try reader.readUInt32()
                firstOffset = UInt64(try reader.readUInt32())
            } else {
                _ = try reader.readUInt64()
                firstOffset = try reader.readUInt64()
            }
            _ = try reader.readUInt16()
            let count = try reader.readUInt16()
            guard version <= 1, let ticks, let skipped = Int(exactly: firstOffset),
                !content.upperBound.addingReportingOverflow(skipped).overflow
            else { return nil }
            anchor = content.upperBound + skipped
            var references: [Reference] = []
            for _ in 0..<count {
                let first = try reader.readUInt32()
                let duration = ticks.duration(UInt64(try reader.readUInt32()))
                _ = try reader.readUInt32()
                references.append(
                    Reference(
                        isIndex: first >> 31 == 1, length: Int(first & 0x7fff_ffff),
                        duration: duration))
            }
            self.references = references
        } catch {
            return nil
        }
    }

    /// The type and the content of the box that begins there.
    private static func box(
        in bytes: [UInt8], at offset: Int
    ) -> (type: UInt32, content: Range<Int>)? {
        guard offset >= 0, offset < bytes.count else { return nil }
        var reader = ByteReader(bytes.span.extracting(offset..<bytes.count))
        do throws(WireError) {
            let length = try reader.readUInt32()
            let type = try reader.readUInt32()
            // Boxes of more than 4 GiB, and those that go on to the end, hold no index.
            guard length >= 8, length <= UInt32(clamping: bytes.count - offset) else { return nil }
            return (type, offset + 8..<offset + Int(length))
        } catch {
            return nil
        }
    }
}
