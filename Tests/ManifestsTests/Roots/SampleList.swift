import Primitives

@testable import Manifests

/// A list with each kind of entry.
enum SampleList {
    static func root(_ number: UInt64) -> Root { Root(Bytes32(words: (number, 0, 0, number))) }

    static let list = RootList(
        content: "film",
        entries: [
            RootList.Entry(
                uri: "v/2.ts",
                resource: .segment(RootList.SegmentRoot(length: 100, root: root(1)))),
            RootList.Entry(
                uri: "v/1.ts",
                resource: .ranges(
                    [(0, 5), (0, 6), (7, 1)].compactMap { offset, length in
                        ByteRange(offset: offset, length: length).map {
                            RootList.RangeRoot(range: $0, root: root(UInt64(offset + length)))
                        }
                    })),
            RootList.Entry(
                uri: "v/1.ts",
                resource: .segment(RootList.SegmentRoot(length: 256 << 20, root: root(2)))),
            RootList.Entry(
                uri: "film.mp4",
                resource: .file(length: 300_000, pieces: [root(3), root(4)])),
        ])

    static let signed = list.signed(by: Bytes32(words: (9, 9, 9, 9))) { _ in
        [UInt8](repeating: 7, count: 64)
    }
}
