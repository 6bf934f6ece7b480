import Crypto
import Foundation
import IOTestSupport
import Primitives
import Shoal
import SwarmTestSupport
import Testing
import TrackerCore

@testable import shoal_sign

extension ShoalTests {
    /// Devices whose publisher has signed what they play.
    @Suite(.timeLimit(.minutes(1))) struct RootListExchangeTests {
        /// A notary that attests nothing to so few, as in the field.
        private static var strict: TrackerPolicy {
            var policy = TrackerPolicy.localSwarm
            policy.notary = NotaryPolicy()
            return policy
        }

        /// What `shoal-sign` writes for these files, and the key that it does so with.
        private static func sign(
            _ files: [String: [UInt8]], content: String = ""
        ) throws -> (lists: [String: [UInt8]], key: String) {
            let folder = FileManager.default.temporaryDirectory
                .appending(path: "shoal-roots-\(UUID().uuidString)")
            defer {
                #expect(throws: Never.self) { try FileManager.default.removeItem(at: folder) }
            }
            for (path, bytes) in files {
                let file = folder.appending(path: path)
                try FileManager.default.createDirectory(
                    at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
                try Data(bytes).write(to: file)
            }
            let keyFile = folder.appending(path: "publisher.key").path
            let key = try PublisherKeyFile.create(at: keyFile)
            try SignCommand(keyFile: keyFile, content: content, paths: [folder.path]).run()
            var lists: [String: [UInt8]] = [:]
            for path in try PackageTree.files(below: folder.path) where path.hasSuffix(".roots") {
                lists[String(path.dropFirst(folder.path.count))] =
                    Array(try Data(contentsOf: URL(fileURLWithPath: path)))
            }
            return (lists, key.publicKey.value.hex)
        }

        private static func requests(for path: String, _ scene: Scene) -> Int {
            scene.origin.requests(for: path).count
        }

        /// Whether two devices and no notary's word are enough.
        private static func share(
            _ scene: Scene, _ options: P2PPlaybackOptions, path: String = TestVideo.master
        ) async throws -> P2PStats {
            let first = try await scene.session(path, options)
            #expect(try await scene.player.play(first) == scene.video.segments)
            let second = try await scene.session(path, options)
            try await scene.player.until(second) { $0.peers == 1 }
            second.updateCurrentPositionMs(0)
            second.updateBufferedDurationMs(10_000)
            #expect(try await scene.player.play(second) == scene.video.segments)
            return await second.statistics()
        }

        @Test func `two devices share what their publisher has signed, without a notary`()
            async throws
        {
            try await Scene.run(policy: Self.strict) { scene in
                let (lists, key) = try Self.sign(scene.video.files)
                #expect(Array(lists.keys) == [TestVideo.master + ".roots"])
                for (path, bytes) in lists { scene.origin.put(path, bytes) }
                let options = P2PPlaybackOptions(publisherKeys: [key])
                let two = try await Self.share(scene, options)
                #expect(two.peerBytes == scene.video.byteCount)
                #expect(two.disputedSegments == 0)
                for number in scene.video.segments.indices {
                    #expect(Self.requests(for: TestVideo.path(number), scene) == 1)
                }
                #expect(Self.requests(for: TestVideo.master + ".roots", scene) == 2)
            }
        }

        @Test func `without a list, or without its publisher's key, two devices share nothing`()
            async throws
        {
            try await Scene.run(policy: Self.strict) { scene in
                let (_, key) = try Self.sign(scene.video.files)
                let two = try await Self.share(scene, P2PPlaybackOptions(publisherKeys: [key]))
                #expect(two.peerBytes == 0)
            }
            try await Scene.run(policy: Self.strict) { scene in
                let (lists, _) = try Self.sign(scene.video.files)
                for (path, bytes) in lists { scene.origin.put(path, bytes) }
                let stranger = String(repeating: "ab", count: 32)
                let two = try await Self.share(
                    scene, P2PPlaybackOptions(publisherKeys: [stranger]))
                #expect(two.peerBytes == 0)
            }
        }

        @Test func `nobody asks for a list who trusts no publisher`() async throws {
            try await Scene.run(policy: Self.strict) { scene in
                let session = try await scene.session()
                #expect(try await scene.player.play(session) == scene.video.segments)
                #expect(Self.requests(for: TestVideo.master + ".roots", scene) == 0)
            }
        }

        @Test func `a list that does not come delays nothing`() async throws {
            try await Scene.run { scene in
                scene.origin.treat(TestVideo.master + ".roots", as: .held)
                let key = String(repeating: "ab", count: 32)
                let first = try await scene.session(
                    TestVideo.master, P2PPlaybackOptions(publisherKeys: [key]))
                #expect(try await scene.player.play(first) == scene.video.segments)
                #expect(Self.requests(for: TestVideo.master + ".roots", scene) == 1)
                // The notary's word still counts.
                let second = try await scene.session()
                try await scene.player.until(second) { $0.peers == 1 }
                second.updateCurrentPositionMs(0)
                second.updateBufferedDurationMs(10_000)
                #expect(try await scene.player.play(second) == scene.video.segments)
                #expect(await second.statistics().peerBytes == scene.video.byteCount)
            }
        }

        @Test func `a list that comes late counts for what was fetched before`() async throws {
            try await Scene.run(policy: Self.strict) { scene in
                let (lists, key) = try Self.sign(scene.video.files)
                let place = TestVideo.master + ".roots"
                scene.origin.put(place, try #require(lists[place]))
                scene.origin.treat(place, as: .held)
                let options = P2PPlaybackOptions(publisherKeys: [key])
                let first = try await scene.session(TestVideo.master, options)
                #expect(try await scene.player.play(first) == scene.video.segments)
                scene.origin.treat(place, as: .plain)
                let second = try await scene.session(TestVideo.master, options)
                try await scene.player.until(second) { $0.peers == 1 }
                second.updateCurrentPositionMs(0)
                second.updateBufferedDurationMs(10_000)
                #expect(try await scene.player.play(second) == scene.video.segments)
                #expect(await second.statistics().peerBytes > 0)
            }
        }

        @Test func `what the CDN gives otherwise is played as it is, and never shared`()
            async throws
        {
            let video = TestVideo(segments: 4, length: 100_000)
            try await Scene.run(video: video) { scene in
                let (lists, key) = try Self.sign(video.files)
                for (path, bytes) in lists { scene.origin.put(path, bytes) }
                var other = video.segments
                other[1][5] ^= 1
                scene.origin.put(TestVideo.path(1), other[1])
                let options = P2PPlaybackOptions(publisherKeys: [key])
                let first = try await scene.session(TestVideo.master, options)
                #expect(try await scene.player.play(first) == other)
                try await scene.player.until(first) { $0.disputedSegments == 1 }
                let second = try await scene.session(TestVideo.master, options)
                try await scene.player.until(second) { $0.peers == 1 }
                second.updateCurrentPositionMs(0)
                second.updateBufferedDurationMs(10_000)
                #expect(try await scene.player.play(second) == other)
                let two = await second.statistics()
                #expect(two.peerBytes == video.byteCount - video.segments[1].count)
                #expect(two.disputedSegments == 1)
                #expect(await first.statistics().uploadedBytes <= two.peerBytes)
            }
        }

        @Test func `a list for one content holds under its name alone`() async throws {
            for (name, isShared) in [("film", true), ("other", false)] {
                try await Scene.run(policy: Self.strict) { scene in
                    let (lists, key) = try Self.sign(scene.video.files, content: "film")
                    for (path, bytes) in lists { scene.origin.put(path, bytes) }
                    let two = try await Self.share(
                        scene, P2PPlaybackOptions(contentId: name, publisherKeys: [key]))
                    #expect((two.peerBytes == scene.video.byteCount) == isShared)
                    #expect((two.peerBytes == 0) != isShared)
                }
            }
        }

        @Test func `the list of an origin counts over TLS alone`() async throws {
            try await Scene.run(policy: Self.strict) { scene in
                let (lists, _) = try Self.sign(scene.video.files)
                for (path, bytes) in lists { scene.origin.put(path, bytes) }
                let two = try await Self.share(scene, P2PPlaybackOptions(trustsOriginRoots: true))
                #expect(two.peerBytes == 0)
                #expect(Self.requests(for: TestVideo.master + ".roots", scene) == 2)
            }
        }

        @Test func `pieces of a file are shared on a publisher's word`() async throws {
            let bytes = FileOrigin.noise(1_000_001)
            let (lists, key) = try Self.sign([FileScene.path: bytes])
            let place = FileScene.path + ".roots"
            let list = FileOrigin.File(bytes: try #require(lists[place]))
            try await FileScene.run(
                FileOrigin.File(bytes: bytes), others: [place: list], policy: Self.strict
            ) { scene in
                let options = P2PPlaybackOptions(publisherKeys: [key])
                let first = try await scene.session(FileScene.path, options)
                #expect(try await scene.get(first).body == bytes)
                let second = try await scene.session(FileScene.path, options)
                try await scene.player.until(second) { $0.peers == 1 }
                second.updateCurrentPositionMs(0)
                second.updateBufferedDurationMs(10_000)
                #expect(try await scene.get(second).body == bytes)
                #expect(await second.statistics().peerBytes >= bytes.count / 2)
            }
        }

        @Test func `segments of an MPD are shared on a publisher's word`() async throws {
            let mpd = """
                <?xml version="1.0"?>
                <MPD xmlns="urn:mpeg:dash:schema:mpd:2011" mediaPresentationDuration="PT8S">
                <Period><AdaptationSet mimeType="video/mp2t">
                <SegmentTemplate duration="2" startNumber="0" initialization="v/init.mp4"
                 media="v/$RepresentationID$$Number$.ts"/>
                <Representation id="s" bandwidth="400000"/></AdaptationSet></Period></MPD>
                """
            try await Scene.run(policy: Self.strict) { scene in
                var files = scene.video.files.filter { $0.key.hasSuffix(".ts") }
                files["/show/manifest.mpd"] = Array(mpd.utf8)
                files["/show/v/init.mp4"] = [1, 2, 3]
                let (lists, key) = try Self.sign(files)
                #expect(Array(lists.keys) == ["/show/manifest.mpd.roots"])
                for (path, bytes) in files { scene.origin.put(path, bytes) }
                for (path, bytes) in lists { scene.origin.put(path, bytes) }
                let options = P2PPlaybackOptions(publisherKeys: [key])
                func play(_ session: PlaybackSession) async throws {
                    #expect(try await scene.player.get(session.playbackUrl).status == 200)
                    for (number, bytes) in scene.video.segments.enumerated() {
                        let url = session.playbackUrl.deletingLastPathComponent()
                            .appending(path: "v/s\(number).ts")
                        #expect(try await scene.player.get(url).body == bytes)
                    }
                }
                try await play(scene.session("/show/manifest.mpd", options))
                let second = try await scene.session("/show/manifest.mpd", options)
                try await scene.player.until(second) { $0.peers == 1 }
                second.updateCurrentPositionMs(0)
                second.updateBufferedDurationMs(10_000)
                try await play(second)
                #expect(await second.statistics().peerBytes == scene.video.byteCount)
            }
        }

        @Test(arguments: ["", "abc", String(repeating: "g", count: 64)])
        func `a key that is none is refused at once`(_ text: String) async throws {
            try await Scene.run { scene in
                await #expect(throws: P2PError.malformedPublisherKey) {
                    try await scene.session(
                        TestVideo.master, P2PPlaybackOptions(publisherKeys: [text]))
                }
            }
        }
    }
}
