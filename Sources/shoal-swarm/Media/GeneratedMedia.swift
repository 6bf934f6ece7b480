import Foundation

/// A real video of one minute in two renditions, made once by ffmpeg and kept.
enum GeneratedMedia {
    private static let seconds = 60

    /// The folder that holds `master.m3u8`.
    static func folder() async throws -> URL {
        let cache = FileManager.default.urls(for: .cachesDirectory, in: .userDomainMask).first
        let folder = (cache ?? FileManager.default.temporaryDirectory)
            .appending(path: "shoal/media-v1")
        guard !FileManager.default.fileExists(atPath: folder.appending(path: "master.m3u8").path)
        else { return folder }
        // Made beside its place and moved there whole, so that an interrupted run leaves no half.
        let work = folder.deletingLastPathComponent()
            .appending(path: "making-\(ProcessInfo.processInfo.processIdentifier)")
        try FileManager.default.createDirectory(at: work, withIntermediateDirectories: true)
        try await make(in: work)
        do {
            try FileManager.default.moveItem(at: work, to: folder)
        } catch  where FileManager.default.fileExists(atPath: folder.path) {
            // Another run was faster.
            try FileManager.default.removeItem(at: work)
        }
        return folder
    }

    private static func make(in folder: URL) async throws {
        let ffmpeg = try ChildProcess(
            "ffmpeg",
            [
                "-nostdin", "-v", "error",
                "-f", "lavfi", "-i", "testsrc2=size=1280x720:rate=25:duration=\(seconds)",
                "-f", "lavfi",
                "-i", "sine=frequency=440:sample_rate=48000:duration=\(seconds)",
                "-map", "0:v", "-map", "1:a", "-map", "0:v", "-map", "1:a",
                "-c:v", "libx264", "-preset", "ultrafast", "-pix_fmt", "yuv420p",
                "-g", "50", "-keyint_min", "50", "-sc_threshold", "0",
                "-filter:v:1", "scale=640:360",
                "-b:v:0", "3M", "-maxrate:v:0", "3M", "-bufsize:v:0", "3M",
                "-b:v:1", "800k", "-maxrate:v:1", "800k", "-bufsize:v:1", "800k",
                "-c:a", "aac", "-b:a", "96k",
                "-f", "hls", "-hls_time", "2", "-hls_playlist_type", "vod",
                "-hls_segment_type", "mpegts", "-master_pl_name", "master.m3u8",
                "-var_stream_map", "v:0,a:0 v:1,a:1",
                "-hls_segment_filename", folder.path + "/v%v/s%03d.ts",
                folder.path + "/v%v/index.m3u8",
            ])
        guard await ffmpeg.end() == 0 else {
            throw ChildProcess.Failure(description: "ffmpeg could not make the video")
        }
    }
}
