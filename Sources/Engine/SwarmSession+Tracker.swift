import Primitives
import SwarmCore
import TrackerWire

extension SwarmSession {
    /// What the tracker says.
    func received(_ event: TrackerEvent) {
        defer { tellStateChange() }
        switch event {
        case .welcomed(let welcome):
            observed = welcome.observed.ip
            proofs.assumeIsolated {
                $0.trust(welcome.notaryKeys)
                $0.reportAgain()
            }
            follow(welcome.policy)
        case .announced:
            reportTraffic()
        case .secrets(let secrets):
            pool.assumeIsolated { $0.secretsChanged(secrets) }
        case .introductions(let introductions):
            guard presence.exchanges, let observed else { return }
            pool.assumeIsolated { $0.introduced(introductions, observed: observed) }
        case .slot(let slot, let viewers, let edges):
            feed {
                $0.slotAssigned(slot: slot, viewers: viewers, edges: edges, at: $1, into: &$2)
            }
            if reportsWhenMember {
                reportsWhenMember = false
                proofs.assumeIsolated { $0.reportAgain() }
            }
            // Nobody was introduced until now.
            if audience.counted(viewers + edges) { announceChange(isUrgent: true) }
        case .attested(let attestation):
            proofs.assumeIsolated { $0.attested(attestation) }
        case .revoked(let key):
            proofs.assumeIsolated { $0.revoked(key) }
            // Where a list says what the segment is, a notary's doubts are of no account.
            guard !proofs.assumeIsolated({ $0.isVouched(key) }) else { return }
            if let segment = catalogue.id(of: key) { revoked(segment) }
            configuration.disk?.forget(key)
        case .challenged(let challenge):
            guard let digest = proofs.assumeIsolated({ $0.answer(to: challenge) }) else { return }
            let answer = ChallengeAnswer(
                swarm: challenge.swarm, key: challenge.key, digest: digest)
            tracker.assumeIsolated { $0.send(.challengeAnswer(answer)) }
        case .policyChanged(let policy):
            follow(policy)
        case .authorization(let state):
            if state == .granted { reportsWhenMember = true }
            authorized(state == .granted)
        case .expelled(let peers):
            for peer in peers { pool.assumeIsolated { $0.expel(peer) } }
        case .refused(.grantNeeded):
            authorized(false)
        case .refused(.revoked):
            presence.isAllowed = false
            exchangeChanged()
        case .refused, .lost:
            // Channels and attestations stay; new segments come from the CDN until it is back.
            break
        }
    }

    private func authorized(_ isAuthorized: Bool) {
        guard presence.isAuthorized != isAuthorized else { return }
        presence.isAuthorized = isAuthorized
        exchangeChanged()
    }

    private func follow(_ policy: ClientPolicy) {
        pool.assumeIsolated { $0.follow(policy) }
        owners = Int(policy.k)
        audits.perThousand = Int(policy.auditsPerThousand)
        tellOwners()
        uploadShare.assumeIsolated { $0.follow(UploadCeiling(policy)) }
        audience.follow(policy)
        let before = (presence.exchanges, presence.mayUpload)
        if policy.p2pAllowed && !presence.isAllowed { reportsWhenMember = true }
        presence.isAllowed = policy.p2pAllowed
        if !policy.grantsRequired { presence.isAuthorized = true }
        presence.mayUpload = policy.uploadAllowed
        if before != (presence.exchanges, presence.mayUpload) { exchangeChanged() }
    }

    func makeProofs() -> SegmentProofs {
        let swarm = configuration.keys.swarm
        return SegmentProofs(
            swarm: swarm, store: store, expectsRoots: configuration.rootTrust.isAny,
            links: SegmentProofs.Links(
                key: { [weak self] segment in
                    self?.assumeIsolated { $0.catalogue.key(of: segment) }
                },
                report: { [tracker] key, length, root in
                    let report = DigestReport(swarm: swarm, key: key, length: length, root: root)
                    tracker.assumeIsolated { $0.send(.digestReport(report)) }
                },
                onEvent: { [weak self] event in self?.assumeIsolated { $0.received(event) } }),
            on: loop)
    }

    /// What became of the search for a segment's proof.
    private func received(_ event: SegmentProofs.Event) {
        switch event {
        case .proven(let segment, let length, let source):
            if let source {
                feed {
                    $0.leavesVerified(
                        segment, length: length, from: source, at: $1, into: &$2)
                }
            }
            offerIfProven(segment)
            announceArrival(of: segment)
        case .unavailable(let segment, let peer):
            feed { $0.leavesUnavailable(segment, from: peer, at: $1, into: &$2) }
        case .forged(_, let peer):
            pool.assumeIsolated { $0.member(peer) }?
                .assumeIsolated { $0.end(because: .wrongLeaves) }
        case .disputed(let segment):
            enter { $0.disputed() }
            revoked(segment)
        case .unusable(let segment):
            // The player may have it, but who asked for it could not believe it.
            forgetOnDisk(segment)
            withdraw(segment)
        case .unshareable(let segment, let peer):
            if peer != nil { dispute(segment) }
            revoked(segment)
            guard let peer else { return }
            feed { $0.leavesUnavailable(segment, from: peer, at: $1, into: &$2) }
        }
    }
}

extension UploadCeiling {
    fileprivate init(_ policy: ClientPolicy) {
        self.init()
        bytesPerSecond = policy.uploadBytesPerSecond.map { Int(clamping: $0) }
        allowsMetered = policy.uploadsWhenMetered
    }
}
