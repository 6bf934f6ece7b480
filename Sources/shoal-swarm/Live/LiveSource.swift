import Foundation

/// Reads a folder's best rendition as what a channel is made of.
enum LiveSource {
    /// The pieces of the video, each of them `speed` times shorter than its playlist says.
    static func pieces(in folder: URL, speed: Double) throws -> [LiveChannel.Piece] {
        let playlist = try mediaPlaylist(in: folder)
        guard !playlist.segments.isEmpty else {
            throw RunFailure("\(playlist.url.path) has no segments")
        }
        guard !playlist.isEncrypted else {
            throw RunFailure("--live cannot publish encrypted media: its numbers would be others")
        }
        return try playlist.segments.map { segment in
            guard segment.duration > 0 else {
                throw RunFailure("\(playlist.url.path) has a segment of no duration")
            }
            return LiveChannel.Piece(
                file: try file(segment.resource),
                initialization: try segment.initialization.map(file),
                duration: segment.duration / speed)
        }
    }

    private static func mediaPlaylist(in folder: URL) throws -> Playlist {
        let playlist = try read(folder.appending(path: try PlaylistFile.name(in: folder)))
        return try playlist.best.map(read) ?? playlist
    }

    private static func read(_ file: URL) throws -> Playlist {
        guard file.isFileURL else {
            throw RunFailure("--live needs the media in the folder, and not at \(file)")
        }
        return Playlist(try String(contentsOf: file, encoding: .utf8), at: file)
    }

    private static func file(_ resource: Resource) throws -> URL {
        guard resource.range == nil else {
            throw RunFailure("--live needs a file for each segment, not byte ranges of one")
        }
        guard resource.url.isFileURL,
            FileManager.default.isReadableFile(atPath: resource.url.path)
        else {
            throw RunFailure("--live cannot read the segment \(resource.url.path)")
        }
        return resource.url
    }
}
