import EventLoop
import Foundation
import IOTestSupport

/// Six seconds of real video and sound, cut in each of the ways that players know.
enum HLSMedia: String, CaseIterable, Sendable {
    case transportStream = "ts"
    case fragmentedMP4 = "fmp4"
    case encrypted = "aes"
    case byteRanges = "range"

    var playlist: String { "\(rawValue).m3u8" }

    /// The files of all of them, made by ffmpeg.
    static func make(on loop: UVEventLoop) async throws -> [String: [UInt8]] {
        try await Encoder.files { try await make(in: $0, on: loop) }
    }

    private static func make(in folder: URL, on loop: UVEventLoop) async throws -> [String: [UInt8]]
    {
        func path(_ name: String) -> String { folder.appending(path: name).path }
        try Data((0..<16).map { UInt8(17 * $0) }).write(to: folder.appending(path: "key.bin"))
        try Data("key.bin\n\(path("key.bin"))\n".utf8)
            .write(to: folder.appending(path: "key.info"))
        try await Encoder.ffmpeg(
            [
                "-f", "lavfi", "-i", "testsrc2=size=320x180:rate=25:duration=6",
                "-f", "lavfi", "-i", "sine=frequency=440:sample_rate=48000:duration=6",
                "-c:v", "libx264", "-preset", "ultrafast", "-pix_fmt", "yuv420p", "-g", "50",
                "-keyint_min", "50", "-sc_threshold", "0", "-b:v", "600k", "-c:a", "aac",
                path("source.mp4"),
            ], log: path("encode.log"), on: loop)
        let cut = ["-c", "copy", "-f", "hls", "-hls_time", "2", "-hls_playlist_type", "vod"]
        let ways: [[String]] = [
            ["-hls_segment_filename", path("ts%d.ts"), path("ts.m3u8")],
            [
                "-hls_segment_type", "fmp4", "-hls_fmp4_init_filename", "fmp4-init.mp4",
                "-hls_segment_filename", path("fmp4-%d.m4s"), path("fmp4.m3u8"),
            ],
            [
                "-hls_key_info_file", path("key.info"),
                "-hls_segment_filename", path("aes%d.ts"), path("aes.m3u8"),
            ],
            [
                "-hls_flags", "single_file", "-hls_segment_filename", path("range.ts"),
                path("range.m3u8"),
            ],
        ]
        try await Encoder.ffmpeg(
            ["-i", path("source.mp4")] + ways.flatMap { cut + $0 }, log: path("cut.log"), on: loop)
        var files: [String: [UInt8]] = [:]
        for name in try FileManager.default.contentsOfDirectory(atPath: folder.path) {
            files[name] = Array(try Data(contentsOf: folder.appending(path: name)))
        }
        return files
    }
}
