import EventLoop
import Foundation
import IOTestSupport

/// A few seconds of real video and sound in files of their own.
enum FileMedia: String, CaseIterable, Sendable {
    /// Its index is in front.
    case fast = "fast.mp4"
    /// Its index is at the end.
    case slow = "slow.mp4"
    /// Behind a tag longer than what is looked at first.
    case song = "song.mp3"

    var streams: Int { self == .song ? 1 : 2 }

    /// The files of all of them, made by ffmpeg.
    static func make(on loop: UVEventLoop) async throws -> [String: [UInt8]] {
        let folder = FileManager.default.temporaryDirectory.appending(path: "file-\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let files: Result<[String: [UInt8]], any Error>
        do {
            files = .success(try await make(in: folder, on: loop))
        } catch {
            files = .failure(error)
        }
        try FileManager.default.removeItem(at: folder)
        return try files.get()
    }

    private static func make(in folder: URL, on loop: UVEventLoop) async throws -> [String: [UInt8]]
    {
        func path(_ name: String) -> String { folder.appending(path: name).path }
        try await ffmpeg(
            [
                "-f", "lavfi", "-i", "testsrc2=size=640x360:rate=25:duration=8",
                "-f", "lavfi", "-i", "anoisesrc=sample_rate=48000:duration=8",
                "-c:v", "libx264", "-preset", "ultrafast", "-pix_fmt", "yuv420p", "-g", "25",
                "-b:v", "3M", "-c:a", "aac", path("slow.mp4"),
            ], log: path("encode.log"), on: loop)
        try await ffmpeg(
            [
                "-i", path("slow.mp4"), "-map", "0", "-c", "copy", "-movflags", "+faststart",
                path("fast.mp4"), "-map", "0:a", "-c:a", "libmp3lame", "-b:a", "320k",
                "-metadata", "title=\(String(repeating: "noise ", count: 1000))", path("song.mp3"),
            ], log: path("cut.log"), on: loop)
        var files: [String: [UInt8]] = [:]
        for media in allCases {
            let file = folder.appending(path: media.rawValue)
            files[media.rawValue] = Array(try Data(contentsOf: file))
        }
        return files
    }

    private static func ffmpeg(
        _ arguments: [String], log: String, on loop: UVEventLoop
    ) async throws {
        let (status, text) = try await Program.run(
            ["ffmpeg", "-nostdin", "-v", "error"] + arguments, log: log, on: loop)
        guard status == 0 else { throw HLSMedia.CannotBeMade(log: text) }
    }
}
