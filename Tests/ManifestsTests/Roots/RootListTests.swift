import Primitives
import Testing

@testable import Manifests

@Suite struct RootListTests {
    /// The encoded sample, written out by hand.
    private static let golden: [UInt8] = {
        func root(_ number: UInt8) -> [UInt8] {
            [0, 0, 0, 0, 0, 0, 0, number] + Array(repeating: 0, count: 16)
                + [0, 0, 0, 0, 0, 0, 0, number]
        }
        func range(_ offset: UInt8, _ length: UInt8) -> [UInt8] {
            [0, 0, 0, 0, 0, 0, 0, offset, 0, 0, 0, length] + root(offset + length)
        }
        let file: [UInt8] =
            [0, 8] + Array("film.mp4".utf8) + [3, 0, 0, 0, 0, 0, 0x04, 0x93, 0xe0] + root(3)
            + root(4)
        let whole: [UInt8] =
            [0, 6] + Array("v/1.ts".utf8) + [1, 0x10, 0, 0, 0] + root(2)
        let ranges: [UInt8] =
            [0, 6] + Array("v/1.ts".utf8) + [2, 0, 0, 0, 3] + range(0, 5) + range(0, 6)
            + range(7, 1)
        let last: [UInt8] = [0, 6] + Array("v/2.ts".utf8) + [1, 0, 0, 0, 100] + root(1)
        return Array("shoalrt1".utf8) + [0, 4] + Array("film".utf8) + [0, 0, 0, 4] + file + whole
            + ranges + last
    }()

    private static func decode(_ bytes: [UInt8]) throws -> RootList {
        try RootList(decoding: bytes.span)
    }

    @Test func `a list is written as its documentation says, and read again`() throws {
        #expect(SampleList.list.encode() == Self.golden + [0])
        #expect(try Self.decode(Self.golden + [0]) == SampleList.list)
        #expect(SampleList.list.segmentCount == 7)
    }

    @Test func `what is signed is all but the signature`() throws {
        let list = SampleList.signed
        let signer = Bytes32(words: (9, 9, 9, 9)).bytes
        #expect(list.signedBytes == Array("roots-v1".utf8) + Self.golden)
        #expect(
            list.encode() == Self.golden + [1] + signer + [UInt8](repeating: 7, count: 64))
        #expect(try Self.decode(list.encode()) == list)
    }

    @Test func `of two entries for one thing the first counts`() {
        let entries = [SampleList.root(1), SampleList.root(2)].map { root in
            RootList.Entry(
                uri: "a", resource: .segment(RootList.SegmentRoot(length: 1, root: root)))
        }
        #expect(RootList(content: "", entries: entries).entries == [entries[0]])
    }

    @Test func `a list that is cut anywhere, or goes on, is none`() {
        let bytes = SampleList.signed.encode()
        for count in bytes.indices {
            #expect(throws: WireError.self) { try Self.decode(Array(bytes.prefix(count))) }
        }
        #expect(throws: WireError.trailingBytes) { try Self.decode(bytes + [0]) }
    }

    @Test func `no flipped bit leaves what is signed as it was, and none traps`() throws {
        let bytes = SampleList.signed.encode()
        let signature = Bytes32.count + 64
        for bit in 0..<(bytes.count - signature) * 8 {
            var flipped = bytes
            flipped[bit / 8] ^= 1 << UInt8(bit % 8)
            do throws(WireError) {
                let list = try RootList(decoding: flipped.span)
                #expect(
                    list.signedBytes != SampleList.signed.signedBytes || list.signature == nil,
                    "bit \(bit)")
            } catch {
                continue
            }
        }
    }

    /// Places in the sample, and what must not stand there.
    @Test(
        arguments: [
            // The magic, the kind of the first entry, its length and that of the second.
            (0, [0x53]), (28, [4]), (28, [0]), (29, [0, 0, 0, 0, 0, 0, 0, 0]),
            (29, [0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff]),
            // A URI that is empty, or no printable ASCII.
            (18, [0, 0]), (20, [0x20]), (20, [0x80]), (20, [0x0a]),
        ] as [(Int, [UInt8])])
    func `what makes no sense is refused`(_ place: Int, _ values: [UInt8]) {
        var bytes = Self.golden + [0]
        bytes.replaceSubrange(place..<place + values.count, with: values)
        #expect(throws: WireError.self) { try Self.decode(bytes) }
    }

    private static func list(_ entries: [RootList.Entry]) -> [UInt8] {
        RootList(content: "", ordered: entries).encode()
    }

    private static func segment(_ uri: String, _ length: Int) -> RootList.Entry {
        RootList.Entry(
            uri: uri,
            resource: .segment(RootList.SegmentRoot(length: length, root: SampleList.root(1))))
    }

    private static func ranges(_ parts: [(Int, Int)]) -> RootList.Entry {
        let ranges = parts.compactMap { offset, length in
            ByteRange(offset: offset, length: length).map {
                RootList.RangeRoot(range: $0, root: SampleList.root(1))
            }
        }
        return RootList.Entry(uri: "a", resource: .ranges(ranges))
    }

    @Test(arguments: [
        [segment("b", 1), segment("a", 1)], [segment("a", 1), segment("a", 1)],
        [segment("a", 0)], [segment("a", 256 << 20 + 1)], [ranges([(0, 0)])],
        [ranges([(1, 1), (0, 1)])], [ranges([(0, 1), (0, 1)])], [ranges([(0, 2), (0, 1)])],
    ])
    func `no segment has two roots, none is empty or too long, and there is one order`(
        _ entries: [RootList.Entry]
    ) {
        #expect(throws: WireError.invalidValue) { try Self.decode(Self.list(entries)) }
    }

    @Test func `a count of billions allocates nothing`() {
        var bytes = Array("shoalrt1".utf8) + [0, 0] + [0xff, 0xff, 0xff, 0xff]
        #expect(throws: WireError.truncated) { try Self.decode(bytes) }
        bytes = Array("shoalrt1".utf8) + [0, 0, 0, 0, 0, 1, 0, 1, 0x61, 2]
        #expect(throws: WireError.truncated) { try Self.decode(bytes + [0xff, 0xff, 0xff, 0xff]) }
    }

    @Test func `it lies beside what it is about, under the same query`() throws {
        let manifest = try #require(ResolvedURI("https://cdn/a/m.m3u8?token=1#t"))
        #expect(
            RootList.place(beside: manifest)?.text == "https://cdn/a/m.m3u8.roots?token=1")
    }
}
