import Primitives
import SwarmCore
import Testing

extension World {
    /// Bytes of the origin against the bytes of the film: 1 is the least that can be.
    var copies: Double {
        let bytes = viewers.values.reduce(0) { $0 + $1.ledger.originBytes }
        return Double(bytes) / Double(options.film.bytes)
    }

    var stalled: Duration { viewers.values.reduce(.zero) { $0 + $1.player.stalled } }

    var wasted: Double {
        let wasted = viewers.values.reduce(0) { $0 + $1.ledger.wastedBytes }
        let peer = viewers.values.reduce(0) { $0 + $1.ledger.peerBytes }
        return peer > 0 ? Double(wasted) / Double(peer) : 0
    }

    var summary: String {
        let viewers = everyone.enumerated().map { index, id in
            guard let viewer = self.viewers[id] else { return "" }
            let reasons = viewer.originSegments.map { "\($0.key) \($0.value)" }.sorted()
            return """
                \(index): start \(viewer.player.startedAfter ?? .zero) stalled \
                \(viewer.player.stalled) peer \(viewer.ledger.peerBytes >> 10) origin \
                \(viewer.ledger.originBytes >> 10) wasted \(viewer.ledger.wastedBytes >> 10) up \
                \(viewer.ledger.uploadedBytes >> 10) KiB \(reasons)
                """
        }
        return """
            seed \(options.seed): copies \(copies) stalled \(stalled) wasted \(wasted) \
            events \(events)
            """ + "\n" + viewers.joined(separator: "\n")
    }

    /// Runs until everyone has seen the end, and expects that each request of a player ended once.
    mutating func expectEnd(
        within time: Duration, sourceLocation: SourceLocation = #_sourceLocation
    ) {
        let ended = run(for: time)
        #expect(ended, "\(summary)", sourceLocation: sourceLocation)
        for viewer in viewers.values where viewer.isAlive {
            let open = viewer.player.waitsFor == nil ? 0 : 1
            #expect(
                viewer.requests == viewer.finishes + open, "seed \(options.seed)",
                sourceLocation: sourceLocation)
        }
    }
}
