package import Primitives

extension RootList {
    private static let magic = Array("shoalrt1".utf8)
    private static let domain = Array("roots-v1".utf8)
    private static let signatureSize = 64
    private static let largestOffset = UInt64(1) << 62

    enum Kind: UInt8 {
        case segment = 1
        case ranges = 2
        case file = 3
    }

    /// Reads the list that fills `bytes`.
    package init(decoding bytes: Span<UInt8>) throws(WireError) {
        guard bytes.count <= Self.longest else { throw .tooLarge }
        var reader = ByteReader(bytes)
        guard try reader.readBytes(Self.magic.count) == Self.magic else { throw .invalidValue }
        let name = try reader.readBytes(Int(try reader.readUInt16()))
        guard let content = String(validating: name, as: UTF8.self) else { throw .invalidValue }
        let count = try reader.readUInt32()
        var entries: [Entry] = []
        for _ in 0..<count {
            let entry = Entry(
                uri: try Self.readURI(&reader), resource: try Self.readResource(&reader))
            // So that there is one spelling, and no segment has two roots.
            guard entries.last.map({ $0.place < entry.place }) ?? true else {
                throw .invalidValue
            }
            entries.append(entry)
        }
        self.init(content: content, ordered: entries)
        if try reader.readFlags(known: 1) == 1 {
            let signer = try reader.readBytes32()
            signature = Signature(
                signer: signer, bytes: try reader.readBytes(Self.signatureSize))
        }
        try reader.expectEnd()
    }

    package func encode() -> [UInt8] {
        var writer = ByteWriter()
        writeFields(to: &writer)
        writer.write((signature == nil ? 0 : 1) as UInt8)
        if let signature {
            writer.write(signature.signer)
            writer.write(signature.bytes)
        }
        return writer.bytes
    }

    /// What the signature is over: the one spelling that what was decoded has.
    package var signedBytes: [UInt8] {
        var writer = ByteWriter()
        writer.write(Self.domain)
        writeFields(to: &writer)
        return writer.bytes
    }

    private func writeFields(to writer: inout ByteWriter) {
        writer.write(Self.magic)
        writer.write(UInt16(content.utf8.count))
        writer.write(content.utf8)
        writer.write(UInt32(entries.count))
        for entry in entries {
            writer.write(UInt16(entry.uri.utf8.count))
            writer.write(entry.uri.utf8)
            write(entry.resource, to: &writer)
        }
    }

    private func write(_ resource: Resource, to writer: inout ByteWriter) {
        writer.write(resource.kind.rawValue)
        switch resource {
        case .segment(let segment):
            writer.write(UInt32(segment.length))
            writer.write(segment.root.value)
        case .ranges(let ranges):
            writer.write(UInt32(ranges.count))
            for part in ranges {
                writer.write(UInt64(part.range.offset))
                writer.write(UInt32(part.range.length))
                writer.write(part.root.value)
            }
        case .file(let length, let pieces):
            writer.write(UInt64(length))
            for piece in pieces { writer.write(piece.value) }
        }
    }

    private static func readURI(_ reader: inout ByteReader) throws(WireError) -> String {
        let length = Int(try reader.readUInt16())
        guard (1...ResolvedURI.longest).contains(length) else { throw .invalidValue }
        let uri = try reader.readBytes(length)
        guard uri.allSatisfy({ (0x21...0x7e).contains($0) }) else { throw .invalidValue }
        return String(decoding: uri, as: UTF8.self)
    }

    private static func readResource(_ reader: inout ByteReader) throws(WireError) -> Resource {
        let code = try reader.readUInt8()
        switch Kind(rawValue: code) {
        case .segment?:
            let length = try readLength(&reader)
            return .segment(SegmentRoot(length: length, root: Root(try reader.readBytes32())))
        case .ranges?:
            return .ranges(try readRanges(&reader))
        case .file?:
            let length = try reader.readUInt64()
            guard length <= largestOffset, let table = PieceTable(length: Int(length)) else {
                throw .invalidValue
            }
            var pieces: [Root] = []
            for _ in 0..<table.count { pieces.append(Root(try reader.readBytes32())) }
            return .file(length: Int(length), pieces: pieces)
        case nil:
            throw .unknownType(code)
        }
    }

    private static func readRanges(_ reader: inout ByteReader) throws(WireError) -> [RangeRoot] {
        var ranges: [RangeRoot] = []
        var last: (Int, Int)?
        for _ in 0..<(try reader.readUInt32()) {
            let offset = try reader.readUInt64()
            guard offset <= largestOffset else { throw .invalidValue }
            let length = try readLength(&reader)
            guard let range = ByteRange(offset: Int(offset), length: length),
                last.map({ $0 < (range.offset, range.length) }) ?? true
            else { throw .invalidValue }
            last = (range.offset, range.length)
            ranges.append(RangeRoot(range: range, root: Root(try reader.readBytes32())))
        }
        return ranges
    }

    private static func readLength(_ reader: inout ByteReader) throws(WireError) -> Int {
        let length = Int(try reader.readUInt32())
        guard ChunkGeometry(length: length) != nil else { throw .invalidValue }
        return length
    }
}

extension RootList.Resource {
    fileprivate var kind: RootList.Kind {
        switch self {
        case .segment: .segment
        case .ranges: .ranges
        case .file: .file
        }
    }
}

extension RootList.Entry {
    /// Where it stands among others.
    struct Place: Comparable {
        let uri: String
        let kind: UInt8

        static func < (left: Place, right: Place) -> Bool {
            // The text is ASCII: its order is that of its bytes.
            (left.uri, left.kind) < (right.uri, right.kind)
        }
    }

    var place: Place { Place(uri: uri, kind: resource.kind.rawValue) }
}
