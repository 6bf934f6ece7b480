import Crypto
import Foundation
import SwarmTestSupport
import TrackerServer
import TrackerWire

/// Tracker and peers of one kind of start, while they last.
struct Stage: Sendable {
    private static let peerCount = 3

    let key: String
    private let surroundings: Surroundings
    private let tracker: WorldProcess?
    private let peers: WorldProcess?
    private let full: FullListener

    init(_ surroundings: Surroundings, of url: URL) throws {
        self.surroundings = surroundings
        full = try FullListener()
        switch surroundings {
        case .reachable, .peersAreSilent, .peersFallSilent:
            let tracker = try WorldProcess.tracker()
            (self.tracker, key) = (tracker, tracker.word)
            peers = try WorldProcess.peers(Self.peerCount, key: key, of: url)
            if surroundings == .peersAreSilent { peers?.fallSilent() }
        case .trackerRefuses:
            (tracker, peers, key) = (nil, nil, try Self.key(port: try Self.closedPort()))
        case .trackerIsFull:
            (tracker, peers, key) = (nil, nil, try Self.key(port: full.port))
        case .trackerIsSilent:
            let tracker = try WorldProcess.tracker()
            (self.tracker, peers, key) = (tracker, nil, tracker.word)
            tracker.fallSilent()
        case .peersRefuse, .peersAreFull:
            let port = surroundings == .peersRefuse ? try Self.closedPort() : full.port
            let tracker = try WorldProcess.tracker(absentPeersAt: port)
            (self.tracker, peers, key) = (tracker, nil, tracker.word)
        }
    }

    /// Whether a player waits until its session has met everybody, who then fall silent.
    var peersFallSilent: Bool { surroundings == .peersFallSilent }

    func silencePeers() { peers?.fallSilent() }

    func wakePeers() { peers?.goOn() }

    func end() throws {
        try peers?.end()
        try tracker?.end()
    }

    /// One that the system gave and took back.
    private static func closedPort() throws -> UInt16 { try FullListener().port }

    private static func key(port: UInt16) throws -> String {
        try OperatorKeys(master: SecretBytes32())
            .sdkKey(trackerHost: "127.0.0.1", trackerPort: port, appID: TestTracker.app).text
    }
}
