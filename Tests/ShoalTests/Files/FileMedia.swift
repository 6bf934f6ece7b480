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
        try await Encoder.files { try await make(in: $0, on: loop) }
    }

    private static func make(in folder: URL, on loop: UVEventLoop) async throws -> [String: [UInt8]]
    {
        func path(_ name: String) -> String { folder.appending(path: name).path }
        try await Encoder.ffmpeg(
            [
                "-f", "lavfi", "-i", "testsrc2=size=640x360:rate=25:duration=8",
                "-f", "lavfi", "-i", "anoisesrc=sample_rate=48000:duration=8",
                "-c:v", "libx264", "-preset", "ultrafast", "-pix_fmt", "yuv420p", "-g", "25",
                "-b:v", "3M", "-c:a", "aac", path("slow.mp4"),
            ], log: path("encode.log"), on: loop)
        try await Encoder.ffmpeg(
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
}
