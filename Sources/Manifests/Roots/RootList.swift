package import Primitives

/// What the publisher of a packaged content says of its segments: how long each is, and its root.
///
/// It lies beside the manifest, under the manifest's name with `.roots` behind it, and names what players
/// ask for by URIs that are relative to the manifest, so that it holds wherever both are put. Decoding
/// checks the form alone. Whoever is to believe it checks `signature` over `signedBytes` with a
/// key that the application trusts, or where it came from.
///
/// | bytes | field |
/// |---|---|
/// | 8 | "shoalrt1" |
/// | 2 + n | length and UTF-8 of the content's name; empty if it holds under any |
/// | 4 | count of resources |
/// | … | resources, in ascending order of the bytes of their URIs, and of their kinds |
/// | 1 | 0 if unsigned, 1 if signed |
/// | 32 | if signed: the signer's Ed25519 key |
/// | 64 | if signed: the signature over "roots-v1" and all bytes above |
///
/// A resource is
///
/// | bytes | field |
/// |---|---|
/// | 2 + n | length and ASCII of its URI reference, 1 to 16384 bytes |
/// | 1 | 1: it is a segment; 2: segments are ranges of it; 3: it is a file that is played by itself |
/// | 4, 32 | of 1: length, root |
/// | 4, then 8, 4, 32 each | of 2: count of ranges; offset, length, root, in ascending order of offset, length |
/// | 8, then 32 each | of 3: length; the roots of its pieces, as `PieceTable` divides it |
///
/// Numbers are big-endian, lengths of segments are 1 byte to 256 MiB.
package struct RootList: Hashable, Sendable {
    package struct SegmentRoot: Hashable, Sendable {
        /// Bytes in the segment.
        package let length: Int
        package let root: Root

        package init(length: Int, root: Root) {
            self.length = length
            self.root = root
        }
    }

    package enum Resource: Hashable, Sendable {
        case segment(SegmentRoot)
        /// Segments by where they begin in the resource.
        case ranges([RangeRoot])
        case file(length: Int, pieces: [Root])
    }

    package struct RangeRoot: Hashable, Sendable {
        package let range: ByteRange
        package let root: Root

        package init(range: ByteRange, root: Root) {
            self.range = range
            self.root = root
        }
    }

    package struct Entry: Hashable, Sendable {
        /// Relative to the manifest.
        package let uri: String
        package let resource: Resource

        package init(uri: String, resource: Resource) {
            self.uri = uri
            self.resource = resource
        }
    }

    package struct Signature: Hashable, Sendable {
        package let signer: Bytes32
        package let bytes: [UInt8]
    }

    /// A longer list is not read: some 500,000 segments.
    package static let longest = 32 << 20
    /// What a list's name has behind that of its manifest.
    package static let suffix = ".roots"

    /// The name of the content that the list holds under, or empty if it holds under any.
    package let content: String
    /// In the order in which they are written; no two have one URI and one kind.
    package let entries: [Entry]
    package internal(set) var signature: Signature?

    /// An unsigned list; of entries with one URI and one kind the first counts.
    package init(content: String, entries: [Entry]) {
        self.content = content
        var ordered: [Entry] = []
        for entry in entries.sorted(by: { $0.place < $1.place })
        where ordered.last.map({ $0.place < entry.place }) ?? true {
            ordered.append(entry)
        }
        self.entries = ordered
    }

    init(content: String, ordered entries: [Entry]) {
        self.content = content
        self.entries = entries
    }

    /// The list, signed; `sign` is given `signedBytes` and returns 64 bytes.
    package func signed(by signer: Bytes32, _ sign: ([UInt8]) -> [UInt8]) -> RootList {
        var list = self
        list.signature = Signature(signer: signer, bytes: sign(signedBytes))
        return list
    }

    /// Segments that the list has roots of.
    package var segmentCount: Int {
        entries.reduce(0) { count, entry in
            switch entry.resource {
            case .segment: count + 1
            case .ranges(let ranges): count + ranges.count
            case .file(_, let pieces): count + pieces.count
            }
        }
    }

    /// Where the list of a manifest, or of a file, is; nil if that would be too long a URI.
    package static func place(beside manifest: ResolvedURI) -> ResolvedURI? {
        manifest.appendingToPath(suffix)
    }
}
