import Foundation

/// A real video of one minute in two renditions, made once by ffmpeg and kept.
enum GeneratedMedia {
    private static let seconds = 60

    /// The folder that holds `master.m3u8`; `progress` hears the share that is made, from 0 to 1.
    static func folder(
        segmentDuration: Double, log: LogFile, progress: (Double) throws -> Void
    ) async throws -> URL {
        let files = FileManager.default
        let cache = try files.url(
            for: .cachesDirectory, in: .userDomainMask, appropriateFor: nil, create: true)
        let folder = cache.appending(path: "shoal/media-v2-\(segmentDuration)s")
        guard !files.fileExists(atPath: folder.path) else { return folder }
        // Made beside its place and moved there whole, so that an interrupted run leaves no half.
        let work = cache.appending(
            path: "shoal/making-\(ProcessInfo.processInfo.processIdentifier)")
        try files.createDirectory(at: work, withIntermediateDirectories: true)
        do {
            try await make(segmentDuration, in: work, log: log, progress: progress)
            try files.moveItem(at: work, to: folder)
        } catch {
            try files.removeItem(at: work)
            // Another run may have been faster, and its video is the same.
            guard files.fileExists(atPath: folder.path), !Task.isCancelled else { throw error }
        }
        return folder
    }

    private static func make(
        _ segmentDuration: Double, in folder: URL, log: LogFile, progress: (Double) throws -> Void
    ) async throws {
        let output = Pipe()
        let ffmpeg = try await ChildProcess(
            "ffmpeg", arguments(segmentDuration, writingTo: folder.path), log: log, output: output)
        do {
            var splitter = LineSplitter()
            for await chunk in output.fileHandleForReading.chunks() {
                for made in splitter.add(chunk).compactMap(Self.secondsMade) {
                    try progress(min(1, made / Double(seconds)))
                }
            }
        } catch {
            ffmpeg.send(SIGKILL)
            await ffmpeg.waitForEnd()
            throw error
        }
        let end = await ffmpeg.waitOrKill()
        try Task.checkCancellation()
        guard end == .exit(0) else {
            throw RunFailure("ffmpeg could not make the video, \(end)", log)
        }
    }

    /// What a line of ffmpeg's progress says, if that is what it is about.
    static func secondsMade(_ line: String) -> Double? {
        let name = "out_time_us="
        guard line.hasPrefix(name) else { return nil }
        return Double(line.dropFirst(name.count)).map { $0 / 1e6 }
    }

    private static func arguments(
        _ segmentDuration: Double, writingTo folder: String
    ) -> [String] {
        let frames = "\(Int((segmentDuration * 25).rounded()))"
        return [
            "-nostdin", "-v", "error", "-nostats", "-progress", "pipe:1",
            "-f", "lavfi", "-i", "testsrc2=size=1280x720:rate=25:duration=\(seconds)",
            "-f", "lavfi", "-i", "sine=frequency=440:sample_rate=48000:duration=\(seconds)",
            "-map", "0:v", "-map", "1:a", "-map", "0:v", "-map", "1:a",
            "-c:v", "libx264", "-preset", "ultrafast", "-pix_fmt", "yuv420p",
            "-g", frames, "-keyint_min", frames, "-sc_threshold", "0",
            "-filter:v:1", "scale=640:360",
            "-b:v:0", "3M", "-maxrate:v:0", "3M", "-bufsize:v:0", "3M",
            "-b:v:1", "800k", "-maxrate:v:1", "800k", "-bufsize:v:1", "800k",
            "-c:a", "aac", "-b:a", "96k",
            "-f", "hls", "-hls_time", "\(segmentDuration)", "-hls_playlist_type", "vod",
            "-hls_segment_type", "mpegts", "-master_pl_name", "master.m3u8",
            "-var_stream_map", "v:0,a:0 v:1,a:1",
            "-hls_segment_filename", folder + "/v%v/s%03d.ts",
            folder + "/v%v/index.m3u8",
        ]
    }
}
