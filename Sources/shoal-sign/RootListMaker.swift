import Manifests
import Primitives

/// Hashes what a list is to vouch for.
struct RootListMaker {
    private let tree: PackageTree
    private let content: String
    private(set) var progress = Progress()
    /// Segments that are too long, or empty, to be exchanged.
    private(set) var passedOver = 0

    init(_ tree: PackageTree, content: String) {
        self.tree = tree
        self.content = content
    }

    /// The list of a manifest's segments, the same for the same bytes whenever it is made.
    mutating func list(
        of contents: ManifestContents, beside manifest: ResolvedURI
    ) throws(SignError) -> RootList {
        var entries: [RootList.Entry] = []
        let resources = Dictionary(grouping: contents.segments, by: \.uri)
        for (uri, segments) in resources.sorted(by: { $0.key.text < $1.key.text }) {
            guard let name = RelativeReference.text(of: uri, from: manifest),
                let path = try tree.path(of: uri)
            else { continue }
            let file = try TreeFile(path)
            let ranges = segments.compactMap(\.range)
            if ranges.count < segments.count, let root = try segment(file, 0..<file.length) {
                let whole = RootList.SegmentRoot(length: file.length, root: root)
                entries.append(RootList.Entry(uri: name, resource: .segment(whole)))
            }
            let roots = try self.ranges(ranges, of: file)
            if !roots.isEmpty {
                entries.append(RootList.Entry(uri: name, resource: .ranges(roots)))
            }
        }
        return RootList(content: content, entries: entries)
    }

    /// The list of a file that is played by itself, divided as engines divide it.
    mutating func list(ofFile path: String, at uri: ResolvedURI) throws(SignError) -> RootList {
        let file = try TreeFile(path)
        guard let table = PieceTable(length: file.length) else {
            throw .badFile("\(path) is empty, or too long to be exchanged")
        }
        var pieces: [Root] = []
        for piece in 0..<table.count {
            guard let root = try segment(file, table.range(of: piece)) else {
                preconditionFailure("piece \(piece) of a file is a segment")
            }
            pieces.append(root)
        }
        guard let name = RelativeReference.text(of: uri, from: uri) else {
            preconditionFailure("a file is beside itself")
        }
        return RootList(
            content: content,
            entries: [
                RootList.Entry(
                    uri: name, resource: .file(length: file.length, pieces: pieces))
            ])
    }

    private mutating func ranges(
        _ ranges: [ByteRange], of file: TreeFile
    ) throws(SignError) -> [RootList.RangeRoot] {
        var roots: [RootList.RangeRoot] = []
        for range in ranges.sorted(by: { ($0.offset, $0.length) < ($1.offset, $1.length) }) {
            guard let root = try segment(file, range.offset..<range.end) else { continue }
            roots.append(RootList.RangeRoot(range: range, root: root))
        }
        return roots
    }

    private mutating func segment(
        _ file: TreeFile, _ range: Range<Int>
    ) throws(SignError) -> Root? {
        guard ChunkGeometry(length: range.count) != nil else {
            passedOver += 1
            return nil
        }
        let root = try file.root(of: range)
        progress.hashed(range.count)
        return root
    }
}
