import Primitives
import Testing

@testable import Engine

@Suite struct StoredNoteTests {
    private static func keys(_ number: UInt64) -> ContentKeys {
        ContentKeys(contentKey: Bytes32(words: (number, 0, 0, 0)), contentID: Array("film".utf8))
    }

    private static let key = SegmentKey(Bytes32(words: (1, 2, 3, 4)))

    private static func note() throws -> StoredNote {
        StoredNote(
            root: try TestSegment(length: 10, seed: 1).root,
            attestation: (0..<188).map { UInt8($0) })
    }

    @Test func `it is read as it was written`() throws {
        let note = try Self.note()
        let bytes = note.encode(for: Self.key, length: 10, keys: Self.keys(1))
        #expect(StoredNote(bytes, of: Self.key, length: 10, keys: Self.keys(1)) == note)
    }

    @Test func `it is of one segment, one length and one SDK key`() throws {
        let bytes = try Self.note().encode(for: Self.key, length: 10, keys: Self.keys(1))
        let other = SegmentKey(Bytes32.zero)
        #expect(StoredNote(bytes, of: other, length: 10, keys: Self.keys(1)) == nil)
        #expect(StoredNote(bytes, of: Self.key, length: 11, keys: Self.keys(1)) == nil)
        #expect(StoredNote(bytes, of: Self.key, length: 10, keys: Self.keys(2)) == nil)
    }

    @Test func `a bit that flips anywhere, or a byte more or less, is noticed`() throws {
        let bytes = try Self.note().encode(for: Self.key, length: 10, keys: Self.keys(1))
        for place in bytes.indices {
            var changed = bytes
            changed[place] ^= UInt8(1 << (place % 8))
            #expect(StoredNote(changed, of: Self.key, length: 10, keys: Self.keys(1)) == nil)
        }
        for changed in [Array(bytes.dropLast()), bytes + [0], []] {
            #expect(StoredNote(changed, of: Self.key, length: 10, keys: Self.keys(1)) == nil)
        }
    }
}
