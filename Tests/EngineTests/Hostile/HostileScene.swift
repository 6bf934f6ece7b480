import Engine
import EventLoop
import IOTestSupport
import PeerWire
import Primitives
import SwarmTestSupport
import TrackerCore
import Transport

/// A tracker, an origin, one engine that plays, and doubles that are its peers.
struct HostileScene: Sendable {
    let video = TestVideo(segments: 6, length: 100_000)
    let tracker: TestTracker
    let origin: MediaOrigin
    let loop: UVEventLoop
    let node: TestNode
    private let segments: [TestSegment]
    private let doubles = Log<PeerDouble>()

    static func run(
        _ policy: TrackerPolicy = .localSwarm, audits perThousand: Int = 0,
        _ body: (HostileScene) async throws -> Void
    ) async throws {
        var policy = policy
        policy.client.auditsPerThousand = perThousand
        try await TestTracker.run(policy) { tracker in
            try await MediaOrigin.run([:]) { origin in
                let loop = try UVEventLoop(name: "peers")
                do {
                    let scene = try await HostileScene(tracker, origin, loop)
                    try await body(scene)
                    try await scene.close()
                } catch {
                    await loop.shutdown()
                    throw error
                }
                await loop.shutdown()
            }
        }
    }

    private init(_ tracker: TestTracker, _ origin: MediaOrigin, _ loop: UVEventLoop) async throws {
        self.tracker = tracker
        self.origin = origin
        self.loop = loop
        for (path, bytes) in video.files { origin.put(path, bytes) }
        segments = try video.segments.map { try TestSegment($0) }
        node = try await TestNode.start(tracker, on: loop)
    }

    /// Leaves nothing open behind: neither socket nor timer.
    private func close() async throws {
        try await loop.run { for double in doubles.entries { double.close() } }
        try await node.close()
        try await loop.until { loop.openHandleCount == 0 }
    }

    /// Makes the origin answer requests for segments, or hold them.
    func holdOrigin(_ isHeld: Bool) {
        for number in video.segments.indices {
            origin.treat(TestVideo.path(number), as: isHeld ? .held : .plain)
        }
    }

    /// The player begins, with ten seconds in its buffer; the rest is fetched ahead.
    func play() async throws {
        try await node.describe(video, at: origin)
        await node.moved(to: .zero, buffer: .seconds(10))
    }

    /// A peer that has said hello and that it holds every segment, and was heard.
    func peer(_ conduct: Conduct) async throws -> (PeerDouble, Holder) {
        let holder = Holder(
            conduct: conduct, segments: segments,
            segmentKeys: try segments.indices.map { try TestNode.segmentKey($0, node.keys) },
            keys: node.keys, tracker: tracker, loop: loop)
        let double = try await peer { double, message in holder.answer(double, message) }
        try await announceAll(double)
        return (double, holder)
    }

    /// A peer that has said hello.
    func peer(
        _ answer: @escaping @Sendable (PeerDouble, PeerMessage) -> Void
    ) async throws -> PeerDouble {
        let double = try await newcomer(answer)
        // The node may hear of the swarm's secret after the double.
        while try await !connect(double) {
            try Task.checkCancellation()
        }
        return double
    }

    /// A peer that knows the swarm's secret, and has not dialled yet.
    func newcomer(
        _ answer: @escaping @Sendable (PeerDouble, PeerMessage) -> Void = { _, _ in }
    ) async throws -> PeerDouble {
        let double = PeerDouble(of: node.keys.swarm, tracker, on: loop) { double, message, _ in
            answer(double, message)
        }
        doubles.append(double)
        try await loop.run { try double.join() }
        try await loop.until { double.epoch != nil }
        return double
    }

    /// Dials the node with a ticket of the tracker's, and says hello; false if it did not open.
    func connect(_ double: PeerDouble) async throws -> Bool {
        let address = await node.peerAddress
        try await loop.run { double.dial(node.peer, at: address) }
        try await loop.until { double.isOpen || double.end != nil }
        return try await loop.run {
            guard double.isOpen else { return false }
            double.say(.hello(Hello(uploads: true, isEdge: false, progress: nil)))
            return true
        }
    }

    private func announceAll(_ double: PeerDouble) async throws {
        let numbers = video.segments.indices.map { UInt64($0) }
        try await loop.run {
            for have in Have.pages(track: TestNode.track, numbers: numbers) {
                double.say(.have(have))
            }
        }
        try await wasHeard(double)
    }

    /// Waits until the node has dealt with all that the double said.
    func wasHeard(_ double: PeerDouble) async throws {
        let number = UInt64.random(in: 0 ... .max)
        try await loop.run { double.say(.ping(number)) }
        try await loop.until { double.heard.contains(.pong(number)) || double.end != nil }
    }

    func isOpen(_ double: PeerDouble) async throws -> Bool {
        try await loop.run { double.isOpen }
    }

    func end(of double: PeerDouble) async throws -> ChannelCloseReason? {
        try await loop.run { double.end }
    }
}
