import Manifests
import Primitives
import Testing

@testable import PlaybackProxy

@Suite struct FollowedPlaylistsTests {
    private static func uri(_ name: String) throws -> ResolvedURI {
        try #require(ResolvedURI("https://cdn.example/\(name).m3u8"))
    }

    private static let live = PlaylistReload.Version(
        targetDuration: .seconds(6), newest: 1, newestDuration: .seconds(6), isEnded: false)
    private static let film = PlaylistReload.Version(
        targetDuration: .seconds(6), newest: 1, newestDuration: .seconds(6), isEnded: true)

    private static func at(_ seconds: Double) -> Moment { .start + .seconds(seconds) }

    private static func actions(
        _ input: (inout [FollowedPlaylists.Action]) -> Void
    ) -> [FollowedPlaylists.Action] {
        var actions: [FollowedPlaylists.Action] = []
        input(&actions)
        return actions
    }

    /// A content with a high and a low rendition, whose root has been read.
    private static func channel() throws -> FollowedPlaylists {
        var playlists = FollowedPlaylists(root: try uri("root"), at: at(0))
        let first = try uri("root")
        #expect(actions { playlists.timedOut(at: at(0), into: &$0) } == [.fetch(first)])
        playlists.named([TrackID(1): try uri("high"), TrackID(2): try uri("low")], by: first)
        return playlists
    }

    @Test func `what nobody plays is not fetched`() throws {
        let playlists = try Self.channel()
        #expect(playlists.deadline == nil)
    }

    @Test func `a track is read as soon as somebody plays it, and as long as it is live`() throws {
        var playlists = try Self.channel()
        let high = try Self.uri("high")
        #expect(
            Self.actions { playlists.used(TrackID(1), at: Self.at(5), into: &$0) }
                == [.select([TrackID(1)]), .fetch(high)])
        #expect(Self.actions { playlists.used(TrackID(1), at: Self.at(5), into: &$0) }.isEmpty)
        playlists.read(Self.live, of: TrackID(1), at: high, at: Self.at(6))
        #expect(playlists.deadline == Self.at(8))
        #expect(
            Self.actions { playlists.timedOut(at: Self.at(8), into: &$0) } == [.fetch(high)])
    }

    @Test func `a film is read once`() throws {
        var playlists = try Self.channel()
        let high = try Self.uri("high")
        _ = Self.actions { playlists.used(TrackID(1), at: Self.at(5), into: &$0) }
        playlists.read(Self.film, of: TrackID(1), at: high, at: Self.at(6))
        #expect(playlists.deadline == Self.at(65))
        #expect(
            Self.actions { playlists.timedOut(at: Self.at(65), into: &$0) } == [.select([])])
        #expect(
            Self.actions { playlists.used(TrackID(1), at: Self.at(90), into: &$0) }
                == [.select([TrackID(1)])])
    }

    @Test func `what is played no more is let go, and taken up again when it is`() throws {
        var playlists = try Self.channel()
        let (high, low) = (try Self.uri("high"), try Self.uri("low"))
        _ = Self.actions { playlists.used(TrackID(1), at: Self.at(0), into: &$0) }
        playlists.read(Self.live, of: TrackID(1), at: high, at: Self.at(0))
        #expect(
            Self.actions { playlists.used(TrackID(2), at: Self.at(2), into: &$0) }
                == [.select([TrackID(1), TrackID(2)]), .fetch(low)])
        playlists.read(Self.live, of: TrackID(2), at: low, at: Self.at(2))
        _ = Self.actions { playlists.used(TrackID(2), at: Self.at(50), into: &$0) }
        #expect(
            Self.actions { playlists.timedOut(at: Self.at(60), into: &$0) }
                == [.select([TrackID(2)]), .fetch(low)])
        #expect(
            Self.actions { playlists.used(TrackID(1), at: Self.at(70), into: &$0) }
                == [.select([TrackID(1), TrackID(2)]), .fetch(high)])
    }

    @Test func `a root that is a media playlist is the only track`() throws {
        var playlists = FollowedPlaylists(root: try Self.uri("root"), at: Self.at(0))
        let root = try Self.uri("root")
        _ = Self.actions { playlists.timedOut(at: Self.at(0), into: &$0) }
        playlists.read(Self.live, of: TrackID(7), at: root, at: Self.at(1))
        #expect(playlists.deadline == nil)
        #expect(
            Self.actions { playlists.used(TrackID(7), at: Self.at(20), into: &$0) }
                == [.select([TrackID(7)]), .fetch(root)])
    }

    @Test func `a root that fails is tried again, and one that is no playlist is not`() throws {
        var playlists = FollowedPlaylists(root: try Self.uri("root"), at: Self.at(0))
        let root = try Self.uri("root")
        _ = Self.actions { playlists.timedOut(at: Self.at(0), into: &$0) }
        #expect(playlists.deadline == nil)
        playlists.failed(root, at: Self.at(1))
        #expect(playlists.deadline == Self.at(7))
        #expect(
            Self.actions { playlists.timedOut(at: Self.at(7), into: &$0) } == [.fetch(root)])
        playlists.isNone(root)
        #expect(playlists.deadline == nil)
    }

    @Test func `tracks that no playlist names are nobody's`() throws {
        var playlists = try Self.channel()
        for number in 100..<1_000 as Range<UInt64> {
            #expect(
                Self.actions { playlists.used(TrackID(number), at: Self.at(5), into: &$0) }.isEmpty)
        }
        #expect(playlists.deadline == nil)
    }
}
