import Primitives
import TrackerWire

extension TrackerState {
    mutating func report(
        _ report: DigestReport, from id: SessionID, at now: TrackerTime,
        into actions: inout [TrackerAction]
    ) {
        counters.reports += 1
        guard let witness = witness(id, in: report.swarm, at: now.moment) else { return }
        let claim = SegmentClaim(length: report.length, root: report.root)
        if isExamined(witness, about: report.key, in: report.swarm) {
            let outcome = swarms[report.swarm]?.examination.reported(
                claim, of: report.key, by: witness.peer, id,
                limit: policy.notary.remembersReporters)
            switch outcome {
            case .challenge:
                counters.challenges += 1
                actions.append(.challenge(report.key, in: report.swarm, to: id))
                return
            case .ignored, nil:
                return
            case .heard:
                break
            }
        }
        hear(report, of: witness, from: id, at: now, into: &actions)
    }

    /// Who has shown that it has the bytes is heard, and so are those who answered the same before.
    mutating func answer(
        _ answer: ChallengeAnswer, from id: SessionID, at now: TrackerTime,
        into actions: inout [TrackerAction]
    ) {
        guard let witness = witness(id, in: answer.swarm, at: now.moment) else { return }
        let reports =
            swarms[answer.swarm]?.examination
            .answered(answer.digest, about: answer.key, by: witness.peer) ?? []
        if reports.isEmpty { counters.answersRefused += 1 }
        for heard in reports {
            guard let witness = self.witness(heard.session, in: answer.swarm, at: now.moment)
            else { continue }
            let report = DigestReport(
                swarm: answer.swarm, key: answer.key, length: heard.claim.length,
                root: heard.claim.root)
            hear(report, of: witness, from: heard.session, at: now, into: &actions)
        }
    }

    /// Whether a reporter has to show its bytes: not where one word suffices, nor where all is settled.
    private mutating func isExamined(
        _ witness: Witness, about key: SegmentKey, in swarm: SwarmID
    ) -> Bool {
        guard policy.notary.challenges, policy.notary.reporters > 1, !witness.isAttestor else {
            return false
        }
        return swarms[swarm]?.notary.isOpen(key) ?? false
    }

    private mutating func hear(
        _ report: DigestReport, of witness: Witness, from id: SessionID, at now: TrackerTime,
        into actions: inout [TrackerAction]
    ) {
        let claim = SegmentClaim(length: report.length, root: report.root)
        let population = swarms[report.swarm]?.population ?? 0
        let outcome = swarms[report.swarm]?.notary.report(
            claim, of: report.key, by: witness, population: population, at: now.moment)
        switch outcome {
        case .recorded(let contradicts):
            if contradicts { counters.reportsConflicting += 1 }
        case .decides(let moment, let contradicts):
            if contradicts { counters.reportsConflicting += 1 }
            if moment > now.moment {
                timers.insert(.attestation(report.swarm, report.key), due: moment)
            } else {
                attest(report.key, in: report.swarm, at: now, into: &actions)
            }
        case nil:
            break
        case .attested(let agreement):
            attest(agreement, of: report.key, in: report.swarm, to: [id], at: now, into: &actions)
        case .divergent(let others):
            counters.reportsConflicting += 1
            tell([id] + others, revoked: report.key, in: report.swarm, into: &actions)
        case .unshareable:
            tell([id], revoked: report.key, in: report.swarm, into: &actions)
        case .dissenting(let agreement, let moment):
            counters.reportsConflicting += 1
            attest(agreement, of: report.key, in: report.swarm, to: [id], at: now, into: &actions)
            if let moment {
                timers.insert(.attestation(report.swarm, report.key), due: moment)
            }
        case .revoked:
            counters.reportsConflicting += 1
            revoke(report.key, in: report.swarm, at: now.moment, into: &actions)
        }
    }

    /// The CDN's bytes are not those that were attested: a voice against the attestation, as a report of other
    /// bytes is, for who does not have all of them.
    mutating func dispute(
        _ dispute: Dispute, from id: SessionID, at now: TrackerTime,
        into actions: inout [TrackerAction]
    ) {
        counters.disputes += 1
        guard let witness = witness(id, in: dispute.swarm, at: now.moment) else { return }
        switch swarms[dispute.swarm]?.notary.dispute(dispute.key, by: witness, at: now.moment) {
        case .revoked:
            revoke(dispute.key, in: dispute.swarm, at: now.moment, into: &actions)
        case .dissenting(_, let moment?):
            timers.insert(.attestation(dispute.swarm, dispute.key), due: moment)
        case .dissenting, .recorded, .decides, .attested, .divergent, .unshareable, nil:
            break
        }
    }

    /// A peer is said to have sent bytes that did not verify: that is counted, and has no other effect.
    ///
    /// The leaves had been proven before, so that it says nothing against the attestation; the one who was sent
    /// the bytes has banned their sender already; and a false complaint costs nothing. If so many could take an
    /// attestation back or a peer out of the swarm, a few liars would do it to all.
    mutating func complain(_ complaint: Complaint, from id: SessionID, at now: Moment) {
        counters.complaints += 1
        hear(id, in: complaint.swarm, at: now)
    }

    /// Signs what the notary found agreed, now that its moment has come.
    ///
    /// Those that k others contradict are told: their tracks may be made for each viewer.
    mutating func attest(
        _ key: SegmentKey, in swarm: SwarmID, at now: TrackerTime,
        into actions: inout [TrackerAction]
    ) {
        // Time alone makes a later agreement the higher one, also past a restart.
        let generation = UInt32(clamping: now.unixSeconds)
        switch swarms[swarm]?.notary.decide(key, at: now.moment, generation: generation) {
        case .sign(let agreement, let reporters):
            let present = reporters.filter { sessions[$0] != nil }
            attest(agreement, of: key, in: swarm, to: present, at: now, into: &actions)
        case .withhold(let outvoted):
            tell(outvoted, revoked: key, in: swarm, into: &actions)
        case .revoke:
            revoke(key, in: swarm, at: now.moment, into: &actions)
        case nil:
            break
        }
    }

    private mutating func attest(
        _ agreement: Agreement, of key: SegmentKey, in swarm: SwarmID, to reporters: [SessionID],
        at now: TrackerTime, into actions: inout [TrackerAction]
    ) {
        counters.attestations += 1
        let plan = AttestationPlan(
            swarm: swarm, key: key, agreement: agreement, notBefore: now.unixSeconds(after: .zero),
            notAfter: now.unixSeconds(after: policy.notary.attestationLifetime))
        actions.append(.attest(plan, to: reporters))
    }

    /// Tells a newcomer what was attested and is no more: peers may still show it the old word.
    func tellRevoked(
        to peer: PeerID, in swarm: SwarmID, at now: Moment, into actions: inout [TrackerAction]
    ) {
        guard let members = swarms[swarm], let session = members[peer]?.session else { return }
        let since = now - policy.notary.attestationLifetime - Self.clockSkew
        for key in members.revoked(since: since) {
            tell([session], revoked: key, in: swarm, into: &actions)
        }
    }

    /// How long after its end engines still believe an attestation.
    private static let clockSkew: Duration = .seconds(60)

    private mutating func revoke(
        _ key: SegmentKey, in swarm: SwarmID, at now: Moment, into actions: inout [TrackerAction]
    ) {
        swarms[swarm]?.revoke(key, at: now)
        guard let members = swarms[swarm] else { return }
        counters.revocations += 1
        let sessions = members.peers.compactMap { members[$0]?.session }
        tell(sessions, revoked: key, in: swarm, into: &actions)
    }

    /// Those that reported a segment which is not to be shared learn of it: their tracks may be made for
    /// each viewer.
    private func tell(
        _ recipients: [SessionID], revoked key: SegmentKey, in swarm: SwarmID,
        into actions: inout [TrackerAction]
    ) {
        let revocation = Revocation(swarm: swarm, key: key)
        for session in recipients where sessions[session] != nil {
            actions.append(.send(.revocation(revocation), to: session))
        }
    }

    /// The session as the swarm's notary sees it; nil for one that is no member.
    private mutating func witness(
        _ id: SessionID, in swarm: SwarmID, at now: Moment
    ) -> Witness? {
        guard let session = sessions[id], swarms[swarm]?[session.peer] != nil else { return nil }
        hear(id, in: swarm, at: now)
        return Witness(
            peer: session.peer, prefix: session.prefix, session: id,
            countsFrom: session.opened + policy.notary.credentialAge,
            isAttestor: swarms[swarm]?.isEdge(session.peer) ?? false)
    }
}
