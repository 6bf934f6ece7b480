import Manifests
import Origin
import Primitives
import SwarmCore

extension SwarmSession {
    /// A peer's chunk was the last that was missing: now and then the origin is asked for it all again.
    func auditIfDrawn(_ segment: SegmentID) {
        guard let place = catalogue.segment(segment), audits.delivered() else { return }
        guard !proofs.assumeIsolated({ $0.isVouched(place.key) }),
            let bytes = store.assumeIsolated({ $0.wholeCopy(of: segment) })
        else { return audits.ended() }
        let audit = SegmentAudit(of: bytes, at: place, on: loop) { [weak self] outcome, count in
            self?.assumeIsolated { $0.audited(segment, outcome, bytes: count) }
        }
        self.audit = audit
        let headers = originHeaders.headers(for: ResolvedURI(place.url))
        audit.assumeIsolated { [client] in $0.begin(headers: headers, client: client) }
    }

    private func audited(_ segment: SegmentID, _ outcome: SegmentAudit.Outcome, bytes: Int) {
        audits.ended()
        audit = nil
        enter { $0.audited(bytes) }
        switch outcome {
        case .agrees, .unknown: break
        case .differs(let truth):
            // The player has had the bytes, or soon will: nobody else shall.
            enter { $0.disputed() }
            proofs.assumeIsolated { $0.originHas(truth, for: segment) }
            revoked(segment)
        }
    }
}
