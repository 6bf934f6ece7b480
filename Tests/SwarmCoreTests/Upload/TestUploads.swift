import PeerWire
import Primitives
import SwarmCore

/// An upload queue whose peers are numbers, and what it said.
struct TestUploads {
    static let segment = SegmentID(track: TrackID(1), number: 1)

    var queue: UploadQueue
    var now = Moment.start
    /// What was refused after it had been let in, as `peer:chunks`.
    var refused: [String] = []

    init(_ configuration: UploadConfiguration = .byDeadlines, peers: Int = 19) {
        queue = UploadQueue(configuration: configuration)
        for number in 1...peers { queue.peerJoined(Self.peer(number)) }
    }

    static func peer(_ number: Int) -> PeerID {
        PeerID(Bytes32(words: (UInt64(number), 0, 0, 0)))
    }

    static func number(_ peer: PeerID) -> Int { Int(peer.value.words.0) }

    mutating func ask(
        _ chunks: Range<Int>, of segment: SegmentID = Self.segment, by number: Int,
        within time: Duration = .seconds(5), isSpare: Bool = false,
        stock: UploadStock = .common
    ) -> UploadQueue.Admission {
        var displaced: [UploadQueue.Refusal] = []
        let admission = queue.requested(
            segment, ChunkRun(chunks), by: Self.peer(number), deadline: now + time,
            isSpare: isSpare, stock: stock, at: now, displaced: &displaced)
        note(displaced)
        return admission
    }

    mutating func close(retryAfter: Duration) {
        var refused: [UploadQueue.Refusal] = []
        queue.close(retryAfter: retryAfter, refused: &refused)
        note(refused)
    }

    /// Takes out all that can be sent now, as `peer:chunk`.
    mutating func drain(_ most: Int = .max) -> [String] {
        var order: [String] = []
        while order.count < most, let upload = queue.next(at: now) {
            order.append("\(Self.number(upload.peer)):\(upload.chunk)")
        }
        return order
    }

    private mutating func note(_ refusals: [UploadQueue.Refusal]) {
        refused += refusals.map { "\(Self.number($0.peer)):\($0.run.chunks)" }
    }
}

extension UploadConfiguration {
    /// Whoever is due first is served first, whatever spreads.
    static var byDeadlines: UploadConfiguration {
        var configuration = UploadConfiguration()
        configuration.spreading = nil
        return configuration
    }
}

extension UploadQueue.Admission {
    var isQueued: Bool { self == .queued }
}
