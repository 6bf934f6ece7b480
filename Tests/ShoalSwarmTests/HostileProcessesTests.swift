import Engine
import EventLoop
import Foundation
import IOTestSupport
import Manifests
import Primitives
import SwarmSimulation
import SwarmTestSupport
import Testing
import TrackerCore
import TrackerServer
import TrackerWire

@testable import shoal_swarm

/// Viewers in processes of their own, and hostile peers in this one; `make hostile` runs it for a minute.
@Suite(.serialized) struct HostileProcessesTests {
    private static let viewers = 14
    /// Seconds that the viewers play.
    private static let seconds =
        ProcessInfo.processInfo.environment["SHOAL_HOSTILE_SECONDS"].flatMap(Int.init) ?? 12
    private static let segmentSeconds = 2
    /// Segments that a player holds before it plays.
    private static let buffered = 3

    private struct Outcome {
        var wrongSegments = 0
        var missing = 0
        var stalledSeconds = 0.0
        var peerBytes = 0
        var originBytes = 0

        var offload: Double {
            let all = peerBytes + originBytes
            return all > 0 ? Double(peerBytes) / Double(all) : 0
        }
    }

    private static var policy: TrackerPolicy {
        var policy = TrackerPolicy.localSwarm
        policy.client.announceInterval = .seconds(1)
        policy.notary.reporters = 3
        policy.notary.grace = .milliseconds(100)
        return policy
    }

    @Test(.timeLimit(.minutes(5)))
    func `fourteen viewers among hostile peers of every kind get exact bytes, most from peers`()
        async throws
    {
        let clean = try await run([])
        let outcome = try await run(HostileKind.allCases)
        print(
            "offload \(outcome.offload), without hostile peers \(clean.offload); stalled for"
                + " \(outcome.stalledSeconds) s, without them for \(clean.stalledSeconds) s")
        #expect(clean.peerBytes > 0)
        for outcome in [clean, outcome] {
            #expect(outcome.wrongSegments == 0)
            #expect(outcome.missing == 0)
        }
        #expect(outcome.offload >= 0.6 * clean.offload)
    }

    private func run(_ kinds: [HostileKind]) async throws -> Outcome {
        let count = Self.seconds / Self.segmentSeconds + Self.buffered
        let video = TestVideo(segments: count, length: 150_000, seconds: Self.segmentSeconds)
        let outcome = Locked(Outcome())
        try await TestTracker.run(Self.policy) { tracker in
            try await MediaOrigin.run(video.files) { origin in
                let loop = try UVEventLoop(name: "hostile")
                do {
                    let hostile = try kinds.map {
                        HostilePeer(
                            $0, of: try media(video, tracker, origin), tracker.access, on: loop)
                    }
                    try await loop.run { for peer in hostile { try peer.join() } }
                    let seen = try await watch(video, tracker, origin)
                    outcome.withLock { $0 = seen }
                    try await loop.run {
                        for peer in hostile {
                            #expect(peer.opened > 0, "\(peer.kind) has met nobody")
                            peer.close()
                        }
                    }
                } catch {
                    await loop.shutdown()
                    throw error
                }
                await loop.shutdown()
            }
        }
        return outcome.withLock { $0 }
    }

    /// The names that the viewers' own engines have for the video.
    private func media(
        _ video: TestVideo, _ tracker: TestTracker, _ origin: MediaOrigin
    ) throws -> SharedMedia {
        func uri(_ path: String) throws -> ResolvedURI {
            try #require(ResolvedURI(origin.url(path)))
        }
        let content = IdentityRule.usual.identity(of: try uri(TestVideo.master), kind: .content)
        let keys = ContentKeys(
            contentKey: try tracker.sdkKey().contentKey.secret, contentID: content.bytes)
        return try SharedMedia(
            swarm: keys.swarm, track: keys.track(at: try uri(TestVideo.playlist)),
            try video.segments.enumerated().map { number, bytes in
                (key: keys.segment(at: try uri(TestVideo.path(number))), bytes: bytes)
            })
    }

    // MARK: - Viewers

    private func watch(
        _ video: TestVideo, _ tracker: TestTracker, _ origin: MediaOrigin
    ) async throws -> Outcome {
        let products = try #require(Bundle.main.executableURL?.deletingLastPathComponent())
        let folder = FileManager.default.temporaryDirectory
            .appending(path: "hostile-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer {
            do {
                try FileManager.default.removeItem(at: folder)
            } catch {
                Issue.record(error)
            }
        }
        let sdkKey = try tracker.sdkKey().text
        return try await withThrowingTaskGroup(of: Outcome.self) { group in
            for number in 0..<Self.viewers {
                group.addTask {
                    let node = try await NodeProcess(
                        products.appending(path: "shoal-node"), sdkKey: sdkKey,
                        playing: origin.url(TestVideo.master),
                        log: LogFile(folder.appending(path: "\(number).log")))
                    return try await Self.play(node, video, after: number)
                }
            }
            var sum = Outcome()
            for try await outcome in group {
                sum.wrongSegments += outcome.wrongSegments
                sum.missing += outcome.missing
                sum.stalledSeconds += outcome.stalledSeconds
                sum.peerBytes += outcome.peerBytes
                sum.originBytes += outcome.originBytes
            }
            return sum
        }
    }

    /// Plays all of it in real time, and then stays for the others' sake.
    private static func play(
        _ node: NodeProcess, _ video: TestVideo, after number: Int
    ) async throws -> Outcome {
        async let following: Void = node.follow()
        var outcome = Outcome()
        do {
            let master = try await node.playbackURL()
            try await Task.sleep(for: .milliseconds(150 * number))
            let fetch = HTTPFetch()
            let playlist = try await fetch.mediaPlaylist(master)
            outcome.missing = video.segments.count - playlist.segments.count
            let clock = ContinuousClock()
            var start = clock.now
            for (place, segment) in playlist.segments.enumerated() {
                // The player asks for a segment when it has room for it.
                let due = start + .seconds(segmentSeconds * max(0, place - buffered))
                if clock.now < due { try await Task.sleep(until: due, clock: clock) }
                let body = try await fetch.body(segment.resource)
                if Array(body) != video.segments[place] { outcome.wrongSegments += 1 }
                if place == 0 { start = clock.now }
                let late = clock.now - (start + .seconds(segmentSeconds * place))
                if late > .zero, place > 0 {
                    outcome.stalledSeconds += late.inSeconds
                    start += late
                }
            }
            try await Task.sleep(for: .seconds(3))
        } catch {
            await node.stop()
            throw error
        }
        await node.stop()
        await following
        outcome.peerBytes = await node.peerBytes
        outcome.originBytes = await node.originBytes
        return outcome
    }
}
