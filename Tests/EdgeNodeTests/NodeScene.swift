import EventLoop
import Foundation
import IOTestSupport
import NodeConfiguration
import Operations
import PlaybackProxy
import Primitives
import Shoal
import SwarmTestSupport
import Testing
import TrackerCore
import TrackerWire

@testable import EdgeNode

/// A tracker, an origin with a video, and nodes that serve it.
struct NodeScene: Sendable {
    let tracker: TestTracker
    let origin: MediaOrigin
    let video: TestVideo
    let loop: UVEventLoop

    static func run(
        video: TestVideo = TestVideo(segments: 4, length: 100_000),
        _ body: (NodeScene) async throws -> Void
    ) async throws {
        var policy = TrackerPolicy.localSwarm
        policy.client.announceInterval = .seconds(1)
        try await TestTracker.run(policy) { tracker in
            try await MediaOrigin.run(video.files) { origin in
                let loop = try UVEventLoop(name: "player")
                let scene = NodeScene(
                    tracker: tracker, origin: origin, video: video, loop: loop)
                do {
                    try await body(scene)
                    await loop.shutdown()
                } catch {
                    await loop.shutdown()
                    throw error
                }
            }
        }
    }

    /// The flags of a node with one site, whose paths begin at the origin's root.
    func flags(site: String = "news") throws -> [String] {
        [
            "--sdk-key", try tracker.sdkKey().text, "--edge", "--loopback", "--listen",
            "127.0.0.1:0", "--sites.\(site).origin", origin.url("/"),
        ]
    }

    /// Gives `body` a node that is ended whatever happens, and where its players connect to.
    func node(
        _ flags: [String] = [], _ body: (EdgeNode, SocketAddress) async throws -> Void
    ) async throws {
        var configuration = NodeConfiguration()
        try configuration.apply(flags: try self.flags() + flags)
        let accesses = accesses
        let node = try EdgeNode(
            configuration,
            onAccess: { record in
                let line = LogLine("access", at: "", record.fields).untimed
                accesses.withLock { $0.append(line) }
            })
        do {
            try await node.start()
            let addresses = await node.addresses
            let address = try #require(addresses.first)
            try await body(node, address)
            await node.stop()
        } catch {
            await node.stop()
            throw error
        }
    }

    /// The lines of the access log, in the order in which answers ended.
    let accesses = Locked<[String]>([])

    func get(
        _ path: String, at address: SocketAddress, method: String = "GET", headers: [String] = []
    ) async throws -> ReceivedAnswer {
        let client = try await HTTPClient.connect(to: address, on: loop)
        let lines = ["\(method) \(path) HTTP/1.1", "Host: edge.example"] + headers
        try await client.send(lines.joined(separator: "\r\n") + "\r\n\r\n")
        let answer = try await client.answer(isHead: method == "HEAD")
        client.close()
        return answer
    }

    /// Plays as a player does: from the playlist that is opened to the segments that it leads to.
    func play(
        _ path: String = "/news/show/master.m3u8", at address: SocketAddress
    ) async throws -> [ReceivedAnswer] {
        let master = try await get(path, at: address)
        let playlist = try await get(Self.uris(master)[0], at: address)
        var segments: [ReceivedAnswer] = []
        for uri in Self.uris(playlist) { segments.append(try await get(uri, at: address)) }
        return segments
    }

    static func uris(_ playlist: ReceivedAnswer) -> [String] {
        String(decoding: playlist.body, as: UTF8.self).split(separator: "\n")
            .filter { !$0.hasPrefix("#") }.map(String.init)
    }
}
