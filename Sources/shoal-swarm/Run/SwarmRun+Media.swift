import Foundation

extension SwarmRun {
    struct OpenMedia {
        let url: String
        /// The same for players that have no engine.
        let twinURL: String
        /// What the origin serves at its root.
        var folder: URL?
        var channel: LiveOrigin?
    }

    func openMedia() async throws -> OpenMedia {
        switch arguments.media {
        case .url(let url):
            return OpenMedia(url: url, twinURL: url)
        case .folder(let path):
            return try await serve(URL(filePath: path).standardizedFileURL)
        case .generated:
            var view = LiveView()
            let media = try await GeneratedMedia.folder(
                segmentDuration: arguments.segmentDuration, log: LogFile(folder.log("ffmpeg.log"))
            ) {
                try view.show("making a video of one minute", share: $0, at: elapsed)
            }
            return try await serve(media)
        }
    }

    private func serve(_ media: URL) async throws -> OpenMedia {
        guard arguments.isLive else { return try await serve(media, truth: media) }
        let channel = try LiveOrigin(of: media, speed: arguments.speed, in: folder)
        var open = try await serve(channel.folder, truth: channel.truth)
        open.channel = channel
        return open
    }

    private func serve(_ media: URL, truth: URL) async throws -> OpenMedia {
        let playlist = try PlaylistFile.name(in: media)
        let cdn = try await Nginx.start(serving: media, in: folder)
        self.cdn = cdn
        return OpenMedia(
            url: try cdn.url(of: playlist).absoluteString,
            twinURL: try cdn.url(of: playlist, counted: false).absoluteString, folder: truth)
    }
}
