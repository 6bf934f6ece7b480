import EventLoop
import Origin
import PeerWire
import Primitives
import SwarmCore
import TrackerWire

extension SwarmSession {
    /// What the origin brings for a segment.
    func received(_ event: SegmentOrigin.Event, of segment: SegmentID) {
        switch event {
        case .started(let length):
            feed { $0.originStarted(segment, length: length, at: $1, into: &$2) }
        case .received(let total, let latest, let fresh, let reason):
            enter {
                $0.received(fresh, of: segment, from: .origin(reason))
                $0.wasted(latest - fresh, .duplicate)
            }
            feed { $0.originReceived(segment, count: total, at: $1, into: &$2) }
            announceArrival(of: segment)
        case .finished(let isCertain, let digest):
            completed(segment)
            feed { $0.originFinished(segment, at: $1, into: &$2) }
            offerIfProven(segment)
            let isUnproven = store.assumeIsolated { $0.proof(of: segment) == nil }
            if isCertain, isUnproven, !diverging.diverges(segment.track) {
                let isQuarantined = store.assumeIsolated { $0.isQuarantined(segment) }
                proofs.assumeIsolated {
                    $0.fetched(segment, isQuarantined: isQuarantined, digest: digest)
                }
            }
        case .failed(let retryAfter):
            withdrawFetch(of: segment)
            // It may have broken off behind the last byte.
            completed(segment)
            feed { $0.originFailed(segment, retryAfter: retryAfter, at: $1, into: &$2) }
        case .contradicted:
            enter { $0.disputed() }
            if store.assumeIsolated({ $0.proof(of: segment) != nil }) { dispute(segment) }
            contradicted(segment)
        }
    }

    /// Tells the tracker that the CDN serves something else than what is attested: it may never have all of
    /// the segment to report, as nobody may wait for it any more.
    func dispute(_ segment: SegmentID) {
        // What a list says is no word of the notary's.
        guard let key = catalogue.key(of: segment),
            !proofs.assumeIsolated({ $0.isVouched(key) })
        else { return }
        let dispute = Dispute(swarm: configuration.keys.swarm, key: key)
        tracker.assumeIsolated { $0.send(.dispute(dispute)) }
    }

    /// The origin's bytes win over what was attested: the segment starts again, without peers.
    func contradicted(_ segment: SegmentID) {
        forgetOnDisk(segment)
        store.assumeIsolated { $0.restart(segment) }
        enter { $0.abandoned(segment) }
        drop(segment)
        differed(segment)
    }

    /// Two fetches of a segment were not equal: a track of which that is the rule is not exchanged.
    private func differed(_ segment: SegmentID) {
        guard diverging.differed(segment) else { return }
        feed { $0.trackKeptFromPeers(segment.track, at: $1, into: &$2) }
    }

    /// Closes a segment's account when its last byte is there.
    func completed(_ segment: SegmentID) {
        guard let length = store.assumeIsolated({ $0.completeLength(of: segment) }) else { return }
        let now = loop.now
        enter { _ = $0.completed(segment, length: length, at: now) }
        makeRoom()
        endPreload(of: segment)
    }

    /// Tells peers of a segment once it is both complete and proven.
    func offerIfProven(_ segment: SegmentID) {
        guard store.assumeIsolated({ $0.isOffered(segment) }), announced.insert(segment).inserted
        else { return }
        arrivals.ended(segment)
        pool.assumeIsolated { $0.offer(segment) }
        keepOnDisk(segment)
    }

    /// What is attested is not what is here: the bytes of the origin stay, from peers none do.
    func revoked(_ segment: SegmentID) {
        // All that there is of it may be on the disk.
        guard !shelf.contains(segment) || isInMemory(segment) else { return contradicted(segment) }
        forgetOnDisk(segment)
        if store.assumeIsolated({ $0.quarantine(segment) }) {
            withdraw(segment)
            differed(segment)
        } else {
            contradicted(segment)
        }
    }
}
