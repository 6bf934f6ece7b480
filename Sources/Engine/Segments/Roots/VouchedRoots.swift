import Crypto
package import Manifests
import Primitives
import TrackerWire

/// The roots of one list that is believed, by the names that the notary would have for their segments.
package struct VouchedRoots: Sendable {
    /// How the answer about a list came, and what its URIs are relative to.
    package struct Source: Sendable {
        /// What the list lies beside: a manifest, or a file.
        let base: ResolvedURI
        /// Of the file, if it is one.
        let version: FileVersion?
        let asked: ResolvedURI
        let answered: String

        package init(
            base: ResolvedURI, version: FileVersion?, asked: ResolvedURI, answered: String
        ) {
            self.base = base
            self.version = version
            self.asked = asked
            self.answered = answered
        }
    }

    /// Names the list among those who have it.
    let list: Bytes32
    let level: ProvenanceLevel
    private let roots: [SegmentKey: RootList.SegmentRoot]

    /// Nil for what is no list, or not to be believed.
    ///
    /// Takes some microseconds a segment: not for the loop.
    package init?(
        decoding bytes: [UInt8], from source: Source, trust: RootListTrust, keys: ContentKeys
    ) {
        let list: RootList
        do throws(WireError) {
            list = try RootList(decoding: bytes.span)
        } catch {
            return nil
        }
        guard let level = trust.level(of: list, asked: source.asked, answered: source.answered)
        else { return nil }
        self.init(list, level: level, from: source, keys: keys)
    }

    init(_ list: RootList, level: ProvenanceLevel, from source: Source, keys: ContentKeys) {
        self.level = level
        self.list = keyedHash(key: .zero, list.encode())
        var roots: [SegmentKey: RootList.SegmentRoot] = [:]
        for entry in list.entries {
            guard let uri = source.base.resolving(entry.uri) else { continue }
            switch entry.resource {
            case .segment(let root):
                roots[keys.segment(at: uri)] = root
            case .ranges(let ranges):
                for part in ranges {
                    roots[keys.segment(at: uri, byteRange: part.range)] = RootList.SegmentRoot(
                        length: part.range.length, root: part.root)
                }
            case .file(let length, let pieces):
                guard let version = source.version, version.length == length,
                    uri.path == source.base.path, let table = PieceTable(length: length)
                else { continue }
                for (piece, root) in pieces.enumerated() {
                    let range = table.range(of: piece)
                    // As the engine names it: by the URL that was opened, query and all.
                    let identity = CanonicalIdentity(
                        file: source.base, version: version,
                        piece: ByteRange(offset: range.lowerBound, length: range.count),
                        rule: keys.rule)
                    roots[keys.segment(identity)] = RootList.SegmentRoot(
                        length: range.count, root: root)
                }
            }
        }
        self.roots = roots
    }

    package var count: Int { roots.count }

    subscript(key: SegmentKey) -> RootList.SegmentRoot? { roots[key] }
}
