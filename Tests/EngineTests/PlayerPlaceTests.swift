import EventLoop
import IOTestSupport
import Primitives
import SwarmCore
import SwarmTestSupport
import Testing
import TrackerWire

@testable import Engine

/// What a session tells others of its player, by each way that it may know of it.
@Suite(.timeLimit(.minutes(1))) struct PlayerPlaceTests {
    private static let video = TestVideo(segments: 30, length: 1_000)

    private func run(_ body: (TestNode, MediaOrigin) async throws -> Void) async throws {
        try await TestTracker.run { tracker in
            try await MediaOrigin.run(Self.video.files) { origin in
                let loop = try UVEventLoop(name: "player-place")
                do {
                    let node = try await TestNode.start(tracker, on: loop)
                    try await node.describe(Self.video, at: origin)
                    try await body(node, origin)
                    try await node.close()
                } catch {
                    await loop.shutdown()
                    throw error
                }
                await loop.shutdown()
            }
        }
    }

    /// Asks for a segment, and says where the player is announced to be, and with what.
    private func ask(_ number: Int, _ hints: PlayerHints?, _ node: TestNode) async throws
        -> (position: UInt32, buffer: UInt16)
    {
        try await node.loop.run {
            node.session.assumeIsolated { session in
                let reader = session.open(TestNode.id(number), hints: hints) {}
                defer { session.release(reader, delivered: 0) }
                let announce = session.announce
                return (announce.playheadSeconds, announce.bufferSeconds)
            }
        }
    }

    @Test func `by what it asks for`() async throws {
        try await run { node, _ in
            let told = try await ask(10, nil, node)
            #expect(told == (20, 0))
        }
    }

    @Test func `by what it says as it asks`() async throws {
        var hints = PlayerHints()
        hints.bufferLength = .milliseconds(14_500)
        try await run { node, _ in
            let told = try await ask(10, hints, node)
            #expect(told == (5, 14))
        }
    }

    @Test func `by what the application says, and that before all`() async throws {
        var hints = PlayerHints()
        hints.bufferLength = .milliseconds(14_500)
        try await run { node, _ in
            await node.moved(to: .seconds(9), buffer: .seconds(11))
            let told = try await ask(10, hints, node)
            #expect(told == (9, 10))
        }
    }

    @Test func `of a live channel as its segment's number, by the buffer alone`() async throws {
        try await run { node, origin in
            let segments = (100..<110).map { number in
                TrackDescription.Segment(
                    number: UInt64(number), key: SegmentKey(Bytes32(words: (0, 0, 0, 0))),
                    url: origin.url(TestVideo.path(number - 100)), byteRange: nil,
                    start: .seconds(2 * (number - 100)), duration: .seconds(2))
            }
            await node.session.describe(
                TrackDescription(
                    id: TestNode.track, segments: segments, isLive: true, bitrate: nil))
            _ = try await ask(106, nil, node)
            // The position is on another time line.
            await node.session.reported(
                PlayerReport(position: .seconds(50_000), buffer: .seconds(5), rate: 0))
            let announce = await node.session.announce
            // Holding all of 106, it is in the middle of 104.
            #expect(announce.playheadSeconds == 104)
            #expect(announce.bufferSeconds == 5)
        }
    }
}
