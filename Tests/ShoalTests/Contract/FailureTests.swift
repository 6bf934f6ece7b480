import Engine
import EventLoop
import Foundation
import Glibc
import IOTestSupport
import Manifests
import Primitives
import SwarmSimulation
import SwarmTestSupport
import Testing
import TrackerCore
import TrackerServer
import TrackerWire

@testable import Shoal

extension ShoalTests {
    /// Everything around a session fails in turn; its player notices nothing of it.
    @Suite(.timeLimit(.minutes(2))) struct FailureTests {
        enum Failure: CaseIterable, Sendable {
            case trackerIsGone, trackerSaysNothing, trackerHasNoName, trackerDies
            case keyIsRejected, exchangeIsForbidden, grantIsMissing
            case peersLie, peersVanish
            case storeIsFull, workersAreStuck, loopIsOverloaded
        }

        private static let video = TestVideo(segments: 8, length: 70_000)
        /// The origin gives this one to nobody.
        private static let forbidden = 3

        private static func policy(_ failure: Failure) -> TrackerPolicy {
            var policy = TrackerPolicy.localSwarm
            switch failure {
            case .keyIsRejected: policy.revoked.apps = [TestTracker.app]
            case .exchangeIsForbidden: policy.client.p2pAllowed = false
            case .grantIsMissing: policy.client.grantsRequired = true
            case .trackerIsGone, .trackerSaysNothing, .trackerHasNoName, .trackerDies, .peersLie,
                .peersVanish, .storeIsFull, .workersAreStuck, .loopIsOverloaded:
                break
            }
            return policy
        }

        /// Goes on until the test lets go.
        private final class Trouble: Sendable {
            private let isOn = Locked(true)
            let began = Mailbox<Bool>()

            func letGo() { isOn.withLock { $0 = false } }

            private var isGoing: Bool { isOn.withLock { $0 } }

            /// No thread of the worker pool comes back.
            func holdWorkers(_ loop: UVEventLoop) {
                loop.execute { [self] in
                    for _ in 0..<8 {
                        loop.runOnWorker { [self] in
                            began.send(true)
                            while isGoing { usleep(1_000) }
                        } then: { _ in
                        }
                    }
                }
            }

            /// Each turn of the loop takes long.
            func slow(_ loop: UVEventLoop) {
                loop.execute { [self] in
                    guard isGoing else { return }
                    usleep(5_000)
                    slow(loop)
                }
            }
        }

        /// Peers that hold the segment may give it, whatever the origin says to others.
        private func check(
            _ session: PlaybackSession, _ scene: Scene, isHeld: Bool = false
        ) async throws {
            for (number, url) in try await scene.player.segments(of: session.playbackUrl)
                .enumerated()
            {
                let answer = try await scene.player.get(url)
                if number == Self.forbidden, !(isHeld && answer.status == 200) {
                    #expect(answer.status == 403)
                    #expect(answer.body == Array("not for you".utf8))
                } else {
                    #expect(answer.status == 200)
                    #expect(answer.body == scene.video.segments[number])
                }
                session.updateCurrentPositionMs(Int64(number) * 2_000)
                session.updateBufferedDurationMs(4_000)
            }
        }

        private func client(_ failure: Failure, _ scene: Scene) async throws -> P2PClient {
            let port =
                switch failure {
                case .trackerSaysNothing: scene.origin.port
                case .trackerIsGone, .trackerHasNoName, .trackerDies, .keyIsRejected,
                    .exchangeIsForbidden, .grantIsMissing, .peersLie, .peersVanish, .storeIsFull,
                    .workersAreStuck, .loopIsOverloaded:
                    scene.tracker.address.port
                }
            let host = failure == .trackerHasNoName ? "tracker.invalid" : "127.0.0.1"
            let key = try scene.tracker.keys.sdkKey(
                trackerHost: host, trackerPort: port, appID: TestTracker.app)
            return try await scene.client(
                P2PConfiguration(
                    peerInterface: .loopback, memoryBudget: failure == .storeIsFull ? 1 : 256 << 20),
                sdkKey: key.text)
        }

        private func media(_ scene: Scene) throws -> SharedMedia {
            func uri(_ path: String) throws -> ResolvedURI {
                try #require(ResolvedURI(scene.origin.url(path)))
            }
            let content = IdentityRule.usual.identity(of: try uri(TestVideo.master), kind: .content)
            let keys = ContentKeys(
                contentKey: try scene.tracker.sdkKey().contentKey.secret, contentID: content.bytes)
            return try SharedMedia(
                swarm: keys.swarm, track: keys.track(at: try uri(TestVideo.playlist)),
                try scene.video.segments.enumerated().map { number, bytes in
                    (key: keys.segment(at: try uri(TestVideo.path(number))), bytes: bytes)
                })
        }

        @Test(arguments: Failure.allCases)
        func `A11, A16: whatever fails, the player gets the CDN's bytes or the CDN's own error`(
            _ failure: Failure
        ) async throws {
            try await Scene.run(video: Self.video, policy: Self.policy(failure)) { scene in
                scene.origin.treat(
                    TestVideo.path(Self.forbidden),
                    as: .status("403 Forbidden", body: "not for you"))
                let other = try await scene.session()
                try await check(other, scene)
                let trouble = Trouble()
                defer { trouble.letGo() }
                let client = try await client(failure, scene)
                if failure == .trackerIsGone { await scene.tracker.stop() }
                let session = try await client.createPlaybackSession(url: scene.url())
                let loop = session.place.loop
                switch failure {
                case .peersLie:
                    try await playAmongLiars(session, scene)
                case .trackerDies:
                    try await scene.player.until(session) { $0.peers == 1 }
                    await scene.tracker.stop()
                    try await check(session, scene)
                case .peersVanish:
                    try await scene.player.until(session) { $0.peers == 1 }
                    let segments = try await scene.player.segments(of: session.playbackUrl)
                    let first = try await scene.player.get(segments[0])
                    #expect(first.body == scene.video.segments[0])
                    await other.close()
                    try await check(session, scene)
                case .workersAreStuck:
                    trouble.holdWorkers(loop)
                    for _ in 0..<4 { _ = try await trouble.began.next() }
                    try await check(session, scene)
                    let next = try await client.createPlaybackSession(url: scene.url())
                    try await check(next, scene)
                case .loopIsOverloaded:
                    trouble.slow(loop)
                    try await check(session, scene)
                case .trackerIsGone, .trackerSaysNothing, .trackerHasNoName, .keyIsRejected,
                    .exchangeIsForbidden, .grantIsMissing, .storeIsFull:
                    try await check(session, scene)
                }
                trouble.letGo()
                try await check(session, scene, isHeld: failure == .peersLie)
            }
        }

        @Test func `A11: media that is made for each viewer plays, and is a reason of its own`()
            async throws
        {
            let other = TestVideo(segments: 8, length: 70_000, seed: 2)
            var policy = TrackerPolicy.localSwarm
            policy.notary.reporters = 2
            try await Scene.run(video: Self.video, policy: policy) { scene in
                try await MediaOrigin.run(other.files) { origin in
                    let film = P2PPlaybackOptions(contentId: "film")
                    let first = try await scene.session(TestVideo.master, film)
                    let url = try #require(URL(string: origin.url(TestVideo.master)))
                    let second = try await scene.client().createPlaybackSession(
                        url: url, options: film)
                    for session in [first, second] {
                        try await scene.player.until(session) { $0.peers == 1 }
                    }
                    let own = try await scene.player.segments(of: first.playbackUrl)
                    let others = try await scene.player.segments(of: second.playbackUrl)
                    for number in other.segments.indices {
                        let one = try await scene.player.get(own[number])
                        #expect(one.body == scene.video.segments[number])
                        let two = try await scene.player.get(others[number])
                        #expect(two.body == other.segments[number])
                    }
                    for session in [first, second] {
                        try await scene.player.until(session, says: .personalisedMedia)
                        #expect(await session.statistics().peerBytes == 0)
                    }
                }
            }
        }

        private func playAmongLiars(_ session: PlaybackSession, _ scene: Scene) async throws {
            let media = try media(scene)
            let loop = scene.player.loop
            let liars = HostileKind.allCases.map {
                HostilePeer($0, of: media, scene.tracker.access, on: loop)
            }
            try await loop.run { for liar in liars { try liar.join() } }
            try await loop.until { liars.contains { $0.opened > 0 } }
            do {
                try await check(session, scene, isHeld: true)
            } catch {
                try await loop.run { for liar in liars { liar.close() } }
                throw error
            }
            try await loop.run { for liar in liars { liar.close() } }
        }
    }
}
