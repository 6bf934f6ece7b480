import EventLoop
import Foundation
import IOTestSupport

/// Eight seconds of real video and sound, described in each of the ways that MPDs know.
enum DASHMedia: String, CaseIterable, Sendable {
    /// `$Number%05d$`, all segments of one length.
    case number
    /// `$Number%05d$` with a time line.
    case timeline
    /// `$Time$`.
    case time
    /// An index in each file.
    case base
    /// Ranges of one file for each representation.
    case list

    var manifest: String { "\(rawValue).mpd" }

    /// The files of all of them, made by ffmpeg.
    static func make(on loop: UVEventLoop) async throws -> [String: [UInt8]] {
        try await Encoder.files { try await make(in: $0, on: loop) }
    }

    private static func make(in folder: URL, on loop: UVEventLoop) async throws -> [String: [UInt8]]
    {
        func path(_ name: String) -> String { folder.appending(path: name).path }
        let source = path("source.mp4")
        try await Encoder.ffmpeg(
            [
                "-f", "lavfi", "-i", "testsrc2=size=320x180:rate=25:duration=8",
                "-f", "lavfi", "-i", "sine=frequency=440:sample_rate=48000:duration=8",
                "-c:v", "libx264", "-preset", "ultrafast", "-pix_fmt", "yuv420p", "-g", "50",
                "-keyint_min", "50", "-sc_threshold", "0", "-b:v", "600k", "-c:a", "aac", source,
            ], log: path("encode.log"), on: loop)
        let cut = ["-map", "0", "-c", "copy", "-f", "dash", "-seg_duration", "2"]
        func named(_ name: String, _ variable: String, timeline: Bool) -> [String] {
            [
                "-use_template", "1", "-use_timeline", timeline ? "1" : "0",
                "-init_seg_name", "\(name)-init-$RepresentationID$.m4s",
                "-media_seg_name", "\(name)-$RepresentationID$-\(variable).m4s",
                path("\(name).mpd"),
            ]
        }
        let indexed = ["-c", "copy", "-movflags", "+dash+global_sidx", "-frag_duration", "2000000"]
        let ways: [[String]] = [
            cut + named("number", "$Number%05d$", timeline: false),
            cut + named("timeline", "$Number%05d$", timeline: true),
            cut + named("time", "$Time$", timeline: true),
            cut + [
                "-single_file", "1", "-single_file_name", "list-$RepresentationID$.mp4",
                path("list.mpd"),
            ],
            ["-map", "0:v"] + indexed + [path("base-0.mp4")],
            ["-map", "0:a"] + indexed + [path("base-1.mp4")],
        ]
        try await Encoder.ffmpeg(
            ["-i", source] + ways.flatMap { $0 }, log: path("cut.log"), on: loop)
        var files: [String: [UInt8]] = [:]
        for name in try FileManager.default.contentsOfDirectory(atPath: folder.path) {
            files[name] = Array(try Data(contentsOf: folder.appending(path: name)))
        }
        // ffmpeg's own MPD says 0 of sound that begins before, and then asks for that.
        for name in files.keys where name.hasPrefix("time-1--") {
            files["time-1-0.m4s"] = files[name]
        }
        files["base.mpd"] = Array(indexedManifest(files).utf8)
        return files
    }

    private static func indexedManifest(_ files: [String: [UInt8]]) -> String {
        let sets = [
            ("base-0.mp4", "video/mp4", "avc1.42c014"), ("base-1.mp4", "audio/mp4", "mp4a.40.2"),
        ]
        .enumerated().map { index, file in
            let range = indexRange(of: files[file.0] ?? [])
            return """
                  <AdaptationSet id="\(index)" mimeType="\(file.1)" codecs="\(file.2)">
                    <Representation id="\(index)" bandwidth="600000">
                      <BaseURL>\(file.0)</BaseURL>
                      <SegmentBase indexRange="\(range.lowerBound)-\(range.upperBound - 1)">
                        <Initialization range="0-\(range.lowerBound - 1)"/>
                      </SegmentBase>
                    </Representation>
                  </AdaptationSet>

                """
        }
        return """
            <?xml version="1.0" encoding="UTF-8"?>
            <MPD xmlns="urn:mpeg:dash:schema:mpd:2011" type="static"
              profiles="urn:mpeg:dash:profile:isoff-on-demand:2011"
              mediaPresentationDuration="PT8S" minBufferTime="PT2S">
              <Period>
            \(sets.joined())  </Period>
            </MPD>

            """
    }

    /// Where the `sidx` box is.
    private static func indexRange(of file: [UInt8]) -> Range<Int> {
        var offset = 0
        while offset + 8 <= file.count {
            let length = file[offset..<offset + 4].reduce(0) { $0 << 8 | Int($1) }
            if file[offset + 4..<offset + 8].elementsEqual("sidx".utf8) {
                return offset..<offset + length
            }
            offset += max(length, 8)
        }
        return 1..<2
    }
}
