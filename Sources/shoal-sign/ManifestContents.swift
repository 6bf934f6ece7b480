import Foundation
import Manifests

/// What a manifest leads to in its tree: the segments that players exchange, and every file besides.
struct ManifestContents {
    /// A segment, by its place; of a whole resource where there is no range.
    struct Segment: Hashable {
        let uri: ResolvedURI
        let range: ByteRange?
    }

    private static let longestManifest = 64 << 20

    private(set) var segments: Set<Segment> = []
    /// Paths of all files that belong to the manifest but itself: none of them plays by itself.
    private(set) var files: Set<String> = []
    /// Segments that are at other sites.
    private(set) var elsewhere = 0
    private let tree: PackageTree

    init(of path: String, in tree: PackageTree) throws(SignError) {
        self.tree = tree
        guard let uri = tree.uri(of: path) else {
            throw .usage("\(path) is not below \(tree.root)")
        }
        let bytes = try Self.bytes(path)
        if let playlist = HLSPlaylist.parse(bytes, from: uri) {
            try read(playlist)
        } else if let manifest = DASHManifest.parse(bytes, from: uri) {
            try read(manifest)
        } else {
            throw .badFile("\(path) is no HLS playlist and no MPD that is understood")
        }
        // What URLs in an MPD are relative to may be the MPD.
        if let own = try tree.path(of: uri) { files.remove(own) }
    }

    private static func bytes(_ path: String) throws(SignError) -> [UInt8] {
        let file = try TreeFile(path)
        guard file.length <= longestManifest else { throw .badFile("\(path) is no manifest") }
        return try file.read(0..<file.length)
    }

    private mutating func read(_ playlist: HLSPlaylist) throws(SignError) {
        if let media = playlist.media { return try read(media, of: playlist) }
        var read: Set<String> = []
        for reference in playlist.references where reference.role.treatment == .playlist {
            guard let uri = playlist.resolved(reference), let path = try tree.path(of: uri) else {
                elsewhere += 1
                continue
            }
            files.insert(path)
            guard read.insert(path).inserted else { continue }
            let bytes = try Self.bytes(path)
            guard
                let named = HLSPlaylist.parse(bytes, from: uri, importing: playlist.variables),
                let media = named.media
            else { throw .badFile("\(path) is no media playlist that is understood") }
            try self.read(media, of: named)
        }
    }

    private mutating func read(_ media: HLSMedia, of playlist: HLSPlaylist) throws(SignError) {
        for segment in media.segments where !segment.isGap {
            try add(playlist.resolved(segment.reference), segment.byteRange)
        }
        for reference in playlist.references where reference.role.treatment == .media {
            guard let uri = playlist.resolved(reference) else { continue }
            if let path = try tree.path(of: uri) { files.insert(path) }
        }
    }

    private mutating func read(_ manifest: DASHManifest) throws(SignError) {
        for representation in manifest.representations {
            var segments = representation.segments(at: nil)
            if let file = representation.file, file.indexRange != nil {
                segments = try indexed(file)
            }
            for segment in segments {
                try add(representation.uri(of: segment, base: 0), segment.byteRange)
            }
            for uri in representation.others {
                if let path = try tree.path(of: uri) { files.insert(path) }
            }
        }
    }

    private func indexed(_ file: DASHFile) throws(SignError) -> [DASHSegment] {
        guard let uri = file.uris.first, let path = try tree.path(of: uri) else { return [] }
        let bytes = try TreeFile(path)
        return file.allSegments(head: try bytes.read(0..<min(file.headLength, bytes.length)))
    }

    private mutating func add(_ uri: ResolvedURI?, _ range: ByteRange?) throws(SignError) {
        // Engines take no empty part for a segment.
        guard range?.length != 0 else { return }
        guard let uri, let path = try tree.path(of: uri) else {
            elsewhere += 1
            return
        }
        files.insert(path)
        segments.insert(Segment(uri: uri, range: range))
    }
}
