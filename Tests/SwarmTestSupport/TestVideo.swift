import Primitives

/// An HLS asset whose segments are random bytes: nothing here looks into them.
package struct TestVideo: Sendable {
    package let segments: [[UInt8]]
    package let segmentSeconds: Int

    /// Segments of about `length` bytes, each longer by `step` than the one before.
    package init(
        segments count: Int, length: Int, step: Int = 17, seconds: Int = 2, seed: UInt64 = 1
    ) {
        var random = SeededRandom(seed: seed)
        segmentSeconds = seconds
        segments = (0..<count).map { index in
            // A block again and again: drawing every byte would take longest of all in a debug build.
            let block = (0..<1_021).map { _ in UInt8(truncatingIfNeeded: random.next()) }
            var bytes: [UInt8] = []
            while bytes.count < length + step * index { bytes += block }
            bytes.removeLast(bytes.count - length - step * index)
            return bytes
        }
    }

    package var byteCount: Int { segments.reduce(0) { $0 + $1.count } }

    package static let master = "/show/master.m3u8"
    package static let playlist = "/show/v/index.m3u8"

    package static func path(_ segment: Int) -> String { "/show/v/s\(segment).ts" }

    /// All that an origin serves of it.
    package var files: [String: [UInt8]] {
        var files = [Self.master: Array(Self.masterText.utf8), Self.playlist: Array(text.utf8)]
        for (number, bytes) in segments.enumerated() { files[Self.path(number)] = bytes }
        return files
    }

    package static let masterText = """
        #EXTM3U
        #EXT-X-STREAM-INF:BANDWIDTH=800000
        v/index.m3u8

        """

    /// The playlist of a live channel whose window shows these segments.
    package func liveText(_ window: ClosedRange<Int>) -> String {
        let lines = window.flatMap { ["#EXTINF:\(segmentSeconds).0,", "s\($0).ts"] }
        let head = [
            "#EXTM3U", "#EXT-X-VERSION:3", "#EXT-X-TARGETDURATION:\(segmentSeconds)",
            "#EXT-X-MEDIA-SEQUENCE:\(window.lowerBound)",
        ]
        return (head + lines + [""]).joined(separator: "\n")
    }

    package var text: String {
        var lines = [
            "#EXTM3U", "#EXT-X-VERSION:3", "#EXT-X-TARGETDURATION:\(segmentSeconds)",
            "#EXT-X-PLAYLIST-TYPE:VOD",
        ]
        for number in segments.indices {
            lines += ["#EXTINF:\(segmentSeconds).0,", "s\(number).ts"]
        }
        return (lines + ["#EXT-X-ENDLIST", ""]).joined(separator: "\n")
    }
}
