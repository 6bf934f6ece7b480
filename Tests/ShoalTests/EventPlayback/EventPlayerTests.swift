import Foundation
import IOTestSupport
import Shoal
import SwarmTestSupport
import Testing

extension ShoalTests {
    /// H.265 in MPEG-TS, read by a real ffmpeg.
    @Suite(
        .enabled(if: ChildProcess.isInstalled("ffmpeg"), "ffmpeg is not installed"),
        .timeLimit(.minutes(2)))
    struct EventPlayerTests {
        private static let folder = "/180-days/camera-1"

        /// Four seconds in two segments, in a playlist without its end.
        private static func media(_ player: TestPlayer) async throws -> [String: [UInt8]] {
            try await Encoder.files { folder in
                func path(_ name: String) -> String { folder.appending(path: name).path }
                try await Encoder.ffmpeg(
                    [
                        "-f", "lavfi", "-i", "testsrc2=size=320x180:rate=25:duration=4",
                        "-c:v", "libx265", "-preset", "ultrafast", "-x265-params",
                        "log-level=none:keyint=50:min-keyint=50:scenecut=0", "-pix_fmt", "yuv420p",
                        "-f", "hls", "-hls_time", "2", "-hls_list_size", "0",
                        "-hls_flags", "omit_endlist", "-hls_segment_filename", path("s%d.ts"),
                        path("video.m3u8"),
                    ], log: path("encode.log"), on: player.loop)
                var files: [String: [UInt8]] = [:]
                for name in ["video.m3u8", "s0.ts", "s1.ts"] {
                    files["\(Self.folder)/\(name)"] = Array(
                        try Data(contentsOf: folder.appending(path: name)))
                }
                return files
            }
        }

        /// The hash of each stream that ffmpeg reads there, and what kind it is.
        private static func read(_ input: String, _ player: TestPlayer) async throws -> String {
            let log = FileManager.default.temporaryDirectory.appending(path: "event-\(UUID()).log")
            let (status, text) = try await Program.run(
                [
                    "ffmpeg", "-nostdin", "-v", "error", "-protocol_whitelist", "file,http,tcp",
                    "-i", input, "-map", "0", "-c", "copy", "-f", "streamhash", "-",
                ], log: log.path, on: player.loop)
            try FileManager.default.removeItem(at: log)
            #expect(status == 0, "\(text)")
            return text
        }

        @Test func `C4: H.265 in MPEG-TS comes out untouched, by the URL and by the playlist`()
            async throws
        {
            try await Scene.run { scene in
                let files = try await Self.media(scene.player)
                try await EventBackend.run(files: files, places: EventScene.places) { backend in
                    let event = RecordedEvent(
                        videoUrl: try #require(
                            URL(string: backend.url("\(Self.folder)/video.m3u8"))),
                        spaceId: EventScene.space, bucketName: "180-days", deviceId: "camera-1")
                    let text = try await scene.client().eventM3U8(
                        event, tokens: backend.store(of: "ann", scene.player))
                    let file = FileManager.default.temporaryDirectory
                        .appending(path: "event-\(UUID()).m3u8")
                    try text.write(to: file)
                    let direct = try await Self.read(file.path, scene.player)
                    try FileManager.default.removeItem(at: file)
                    #expect(direct.contains("0,v,SHA256="))

                    let first = try await scene.client().createEventSession(
                        event, tokens: backend.store(of: "ann", scene.player))
                    // Tokens that the playlist was made with are of no use to it.
                    backend.expireAll()
                    let alone = try await Self.read(first.playbackUrl.absoluteString, scene.player)
                    #expect(alone == direct)
                    let second = try await scene.client().createEventSession(
                        event, tokens: backend.store(of: "ben", scene.player))
                    try await scene.player.until(second) { $0.peers == 1 }
                    let shared = try await Self.read(
                        second.playbackUrl.absoluteString, scene.player)
                    #expect(shared == direct)
                    #expect(await second.statistics().peerBytes > 0)
                    let bytes = try #require(files["\(Self.folder)/s0.ts"])
                    #expect(Self.streamTypes(bytes).contains(0x24), "it is H.265")
                }
            }
        }

        /// Of the streams that the first table of the program lists (ISO/IEC 13818-1, 2.4.4.8).
        private static func streamTypes(_ file: [UInt8]) -> [UInt8] {
            for start in stride(from: 0, to: file.count - 188, by: 188) {
                let packet = file[start..<start + 188]
                let payload = packet.dropFirst(4)
                // A section that begins here, of table 2.
                guard packet[start + 1] & 0x40 != 0, packet[start + 3] & 0x20 == 0,
                    payload.first == 0, payload[start + 5] == 2
                else { continue }
                let table = Array(payload.dropFirst())
                let end = 3 + (Int(table[1] & 0x0f) << 8) + Int(table[2]) - 4
                var (place, types) = (12 + (Int(table[10] & 0x0f) << 8) + Int(table[11]), [UInt8]())
                while place + 5 <= min(end, table.count) {
                    types.append(table[place])
                    place += 5 + (Int(table[place + 3] & 0x0f) << 8) + Int(table[place + 4])
                }
                return types
            }
            return []
        }
    }
}
