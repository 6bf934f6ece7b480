import PeerWire
import Primitives
import SwarmCore
import TrackerWire
import Testing

@testable import Engine

@Suite struct SessionPresenceTests {
    private static let track = TrackID(3)
    private let start = Moment(sinceStart: .seconds(100))

    private static func presence(isEdge: Bool = false, isEnabled: Bool = true) -> SessionPresence {
        SessionPresence(
            swarm: SwarmID(Bytes32(words: (1, 1, 1, 1))), isEdge: isEdge, isEnabled: isEnabled)
    }

    private static func player(at seconds: Int64, buffer: Int64 = 10) -> PlayerState {
        PlayerState(position: .seconds(seconds), buffer: .seconds(buffer), rate: 1)
    }

    @Test func `nothing is uploaded before playback, but by an edge node`() {
        var viewer = Self.presence()
        #expect(!viewer.uploads)
        _ = viewer.played.asked(for: Self.track, at: .zero)
        #expect(viewer.uploads)
        #expect(Self.presence(isEdge: true).uploads)
    }

    @Test func `hello and announce say what will hold once playback begins`() {
        #expect(Self.presence().hello.uploads)
        #expect(Self.presence().announce(wanted: 1).uploads)
        #expect(!Self.presence(isEnabled: false).hello.uploads)
    }

    /// Who forbids what: the application, the tracker's policy, and its policy on uploads.
    @Test(arguments: [
        (true, true, true, true, true),
        (false, true, true, false, false),
        (true, false, true, false, false),
        (true, true, false, true, false),
    ])
    func `policy only forbids`(
        _ isEnabled: Bool, _ isAllowed: Bool, _ mayUpload: Bool, _ exchanges: Bool, _ uploads: Bool
    ) {
        var presence = Self.presence(isEnabled: isEnabled)
        presence.isAllowed = isAllowed
        presence.mayUpload = mayUpload
        _ = presence.played.asked(for: Self.track, at: .zero)
        #expect(presence.exchanges == exchanges)
        #expect(presence.hello.uploads == uploads)
        #expect(presence.announce(wanted: 1).uploads == uploads)
    }

    @Test(arguments: [(true, true), (true, false), (false, true), (false, false)])
    func `uploads end with their switch and with the allowance, what is taken does not`(
        _ isUploadEnabled: Bool, _ hasAllowance: Bool
    ) {
        var presence = Self.presence()
        presence.isUploadEnabled = isUploadEnabled
        presence.hasAllowance = hasAllowance
        _ = presence.played.asked(for: Self.track, at: .zero)
        #expect(presence.exchanges)
        #expect(presence.uploads == (isUploadEnabled && hasAllowance))
        #expect(presence.hello.uploads == presence.uploads)
    }

    @Test func `only news is urgent`() {
        var presence = Self.presence()
        let answers = [
            presence.described([TrackID(1)]), presence.described([TrackID(1)]),
            presence.described([TrackID(1), TrackID(2)]),
            presence.played.asked(for: TrackID(1), at: .zero),
            presence.played.asked(for: TrackID(1), at: .zero),
            presence.played.asked(for: TrackID(2), at: .zero),
        ]
        #expect(answers == [true, false, true, true, false, true])
    }

    @Test func `peers hear of a playhead that is not where it should be, and of a jump at once`() {
        var presence = Self.presence()
        #expect(presence.moved(Self.player(at: 5), as: .seconds(5), at: start) == nil)
        _ = presence.played.asked(for: Self.track, at: .zero)
        let reports: [(second: Int64, milliseconds: Int64, isTold: Bool)] = [
            (5, 0, true), (8, 499, false), (8, 500, true), (300, 501, true), (10, 502, true),
            (11, 1_502, false),
        ]
        for report in reports {
            let now = start + .milliseconds(report.milliseconds)
            let told = presence.moved(
                Self.player(at: report.second), as: .seconds(report.second), at: now)
            #expect((told != nil) == report.isTold, "\(report)")
        }
    }

    @Test func `a player beyond all numbers is clamped`() {
        var presence = Self.presence()
        _ = presence.played.asked(for: Self.track, at: .zero)
        let extreme = PlayerState(
            position: .seconds(Int64.max / 4), buffer: .seconds(Int64.max / 4), rate: 1e300)
        let progress = presence.moved(extreme, as: extreme.position, at: start)
        #expect(progress?.buffer == .max)
        #expect(progress?.ratePercent == 60_000)
        let announce = presence.announce(wanted: 1_000)
        #expect(announce.bufferSeconds == .max)
        #expect(announce.playheadSeconds == .max)
        #expect(announce.wanted == 255)
    }

    @Test func `an announce names no more tracks than fit`() {
        var presence = Self.presence()
        _ = presence.described((0..<100).map { TrackID($0) })
        #expect(presence.announce(wanted: 1).tracks.count == Announce.mostTracks)
    }
}
