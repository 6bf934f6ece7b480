import Crypto
import EventLoop
import IOTestSupport
import Manifests
import Origin
import PeerWire
import Primitives
import SwarmCore
import SwarmTestSupport
import TrackerWire
import Testing

@testable import Engine

/// A whole engine for one content: a session, its tracker client and its origin client, on a loop.
struct TestNode: Sendable {
    static let track = TrackID(1)

    let loop: UVEventLoop
    let session: SwarmSession
    let keys: ContentKeys
    let peer: PeerID
    private let tracker: TrackerClient
    private let origin: OriginClient
    let account: UploadAccount
    private let share: UploadShare

    static func start(
        _ tracker: TestTracker, on loop: UVEventLoop, memory: Int = 256 << 20,
        uploads: UploadLimits = UploadLimits()
    ) async throws -> TestNode {
        let key = try tracker.sdkKey()
        return try await loop.run {
            try TestNode(key, on: loop, memory: memory, uploads: uploads)
        }
    }

    private init(_ key: SDKKey, on loop: UVEventLoop, memory: Int, uploads: UploadLimits) throws {
        self.loop = loop
        keys = Self.keys(key)
        let identity = StaticKeyPair.generate()
        peer = PeerID(identity.publicKey)
        tracker = TrackerClient(pass: key.pass, bundleID: "node", identity: identity, on: loop)
        origin = OriginClient(
            on: loop,
            configuration: OriginConfiguration(
                policy: OriginPolicy(plainHTTP: .allowed, privateHosts: ["127.0.0.1"])))
        account = UploadAccount(limits: uploads, isMetered: false, storage: nil, on: loop)
        share = UploadShare(of: account, on: loop)
        session = SwarmSession(
            configuration: SessionConfiguration(
                keys: keys, identity: identity, operatorKey: VerifyingKey(key.pass.operatorKey),
                isEdge: false, interface: .loopback, memory: MemoryBudget(memory),
                isP2PEnabled: true, isUploadEnabled: true),
            origin: origin, tracker: tracker, uploads: share, on: loop)
        share.assumeIsolated { $0.start() }
        tracker.assumeIsolated { $0.start() }
        try session.assumeIsolated { try $0.start() }
    }

    /// Where other peers reach it.
    var peerAddress: SocketAddress {
        get async {
            let announce = await session.announce
            return SocketAddress(ip: .loopback, port: announce.port)
        }
    }

    static func keys(_ key: SDKKey) -> ContentKeys {
        ContentKeys(contentKey: key.contentKey.secret, contentID: Array("test".utf8))
    }

    static func segmentKey(_ number: Int, _ keys: ContentKeys) throws -> SegmentKey {
        let uri = try #require(ResolvedURI("http://cdn\(TestVideo.path(number))"))
        return keys.segment(CanonicalIdentity(uri, kind: .segment))
    }

    static func id(_ number: Int) -> SegmentID { SegmentID(track: track, number: UInt64(number)) }

    /// Tells the session of the video as a playlist would.
    func describe(_ video: TestVideo, at origin: MediaOrigin) async throws {
        let length = Int64(video.segmentSeconds)
        let segments = try video.segments.indices.map { number in
            TrackDescription.Segment(
                number: UInt64(number), key: try Self.segmentKey(number, keys),
                url: origin.url(TestVideo.path(number)), byteRange: nil,
                start: .seconds(length * Int64(number)), duration: .seconds(length))
        }
        await session.describe(
            TrackDescription(id: Self.track, segments: segments, isLive: false, bitrate: nil))
    }

    func moved(to position: Duration, buffer: Duration) async {
        await session.reported(PlayerReport(position: position, buffer: buffer, rate: 1))
    }

    struct Failed: Error {
        let failure: SegmentFailure
    }

    /// Reads one segment as a player would, to its end.
    func read(_ number: Int) async throws -> [UInt8] {
        let reader = try await loop.run {
            session.assumeIsolated { $0.open(Self.id(number)) {} }
        }
        try await loop.until { reader.status.end != nil }
        let result: Result<[UInt8], Failed> = try await loop.run {
            let bytes = Self.all(of: reader)
            let end = reader.status.end
            session.assumeIsolated { $0.release(reader, delivered: bytes.count) }
            if case .failed(let failure)? = end {
                return .failure(Failed(failure: failure))
            }
            return .success(bytes)
        }
        return try result.get()
    }

    private static func all(of reader: SegmentReader) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: reader.status.available)
        let count = unsafe bytes.withUnsafeMutableBytes {
            unsafe reader.read(at: 0, into: BorrowedBuffer($0))
        }
        return Array(bytes.prefix(count))
    }

    var ledger: Ledger { get async { await session.ledger.ledger } }

    func close() async throws {
        try await loop.run {
            session.assumeIsolated { $0.close() }
            share.assumeIsolated { $0.close() }
            tracker.assumeIsolated { $0.close() }
            origin.close()
        }
    }
}
