import Foundation
import Testing

@testable import shoal_swarm

@Suite struct LiveChannelTests {
    private func channel(_ files: [(String, String?)]) -> LiveChannel {
        LiveChannel(
            pieces: files.enumerated().map { place, file in
                LiveChannel.Piece(
                    file: URL(filePath: "/video/\(file.0)"),
                    initialization: file.1.map { URL(filePath: "/video/\($0)") },
                    duration: place.isMultiple(of: 2) ? 0.5 : 1)
            },
            begin: Date(timeIntervalSince1970: 1_000_000))
    }

    private func playlist(_ channel: LiveChannel, upTo last: Int) throws -> Playlist {
        Playlist(
            channel.playlist(upTo: last), at: try #require(URL(string: "http://cdn/live.m3u8")))
    }

    @Test func `a playlist slides and says so`() throws {
        let channel = channel([("a.ts", nil), ("b.ts", nil), ("c.ts", nil)])
        let playlist = try playlist(channel, upTo: 20)
        #expect(playlist.segments.map(\.number) == Array(13...20))
        #expect(
            playlist.segments.map(\.resource.url.lastPathComponent) == (13...20).map { "s\($0).ts" }
        )
        #expect(playlist.targetDuration == 1)
        #expect(!playlist.isComplete)
        #expect(try self.playlist(channel, upTo: 2).segments.map(\.number) == [0, 1, 2])
    }

    @Test func `the dates are those of the segments, round after round`() throws {
        let channel = channel([("a.ts", nil), ("b.ts", nil), ("c.ts", nil)])
        #expect(channel.start(of: 0) == 0)
        #expect(channel.start(of: 7) == 4.5)
        let segments = try playlist(channel, upTo: 9).segments
        for segment in segments {
            #expect(segment.duration == channel.piece(segment.number).duration)
            let date = try #require(segment.date).timeIntervalSince1970 - 1_000_000
            #expect(abs(date - channel.start(of: segment.number)) < 0.002)
        }
    }

    @Test func `each round but the first begins with a discontinuity, and those gone are counted`()
    {
        let channel = channel([("a.ts", nil), ("b.ts", nil), ("c.ts", nil)])
        let lines = { (last: Int) in
            channel.playlist(upTo: last).split(separator: "\n").map(String.init)
        }
        // Segments 3 to 10, with breaks before 3, 6 and 9.
        #expect(lines(10).count { $0 == "#EXT-X-DISCONTINUITY" } == 3)
        #expect(lines(10).contains("#EXT-X-DISCONTINUITY-SEQUENCE:0"))
        // Segments 4 to 11: the one before 3 is gone.
        #expect(lines(11).count { $0 == "#EXT-X-DISCONTINUITY" } == 2)
        #expect(lines(11).contains("#EXT-X-DISCONTINUITY-SEQUENCE:1"))
        #expect(lines(2).contains("#EXT-X-DISCONTINUITY-SEQUENCE:0"))
    }

    @Test func `an initialization section is named where it changes`() throws {
        let channel = channel([("a.m4s", "one.mp4"), ("b.m4s", "one.mp4"), ("c.m4s", "two.mp4")])
        let playlist = try playlist(channel, upTo: 5)
        #expect(
            playlist.segments.map(\.initialization?.url.lastPathComponent) == [
                "init-one.mp4", "init-one.mp4", "init-two.mp4", "init-one.mp4", "init-one.mp4",
                "init-two.mp4",
            ])
        #expect(channel.playlist(upTo: 5).components(separatedBy: "#EXT-X-MAP").count == 5)
    }
}
