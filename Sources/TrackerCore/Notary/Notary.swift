import Primitives
import TrackerWire

/// Decides for one swarm which segments the tracker signs: those that an attestor has fetched from the CDN, or
/// that k independent fetchers agree on.
///
/// Two fetchers that differ may both be honest (server-side ads, watermarks), so one dissent is enough for a
/// segment never to be signed: its bytes then come from the CDN.
struct Notary: Sendable {
    enum ReportOutcome: Equatable {
        /// Nothing to do yet.
        case recorded
        /// Nothing contradicts so far: call `sign` at this moment.
        case signs(at: Moment)
        /// It is signed already: the reporter gets its attestation at once.
        case attested(Agreement)
        /// It contradicts what these reported: nobody will sign it.
        case conflicting([SessionID])
        /// It is known that fetchers differ: nobody will sign it.
        case unshareable
        /// It contradicts what is signed.
        case dissenting(Agreement)
        /// It contradicts an attestation, and was the last vote needed to take that back.
        case revoked
    }

    private enum SegmentState {
        /// All reports agree. Leaves for `attested` when `signsAt` comes, for `unshareable` on a dissent.
        case gathering(SegmentClaim, Witnesses, signsAt: Moment?)
        /// Signed. Leaves for `unshareable` when enough witnesses contradict.
        case attested(Agreement, against: Witnesses)
        /// Fetchers differed, or complained. Final.
        case unshareable
    }

    /// How many segments are remembered stays as it was at first.
    var policy: NotaryPolicy
    private var segments: RecencyTable<SegmentKey, SegmentState>

    init(policy: NotaryPolicy) {
        self.policy = policy
        segments = RecencyTable(capacity: policy.segmentsPerSwarm)
    }

    var segmentCount: Int { segments.count }

    mutating func report(
        _ claim: SegmentClaim, of key: SegmentKey, by witness: Witness, at now: Moment
    ) -> ReportOutcome {
        switch segments.value(forKey: key) {
        case nil:
            return gather(claim, Witnesses(), signsAt: nil, of: key, by: witness, at: now)
        case .gathering(claim, let witnesses, let signsAt):
            return gather(claim, witnesses, signsAt: signsAt, of: key, by: witness, at: now)
        case .gathering(_, let witnesses, _):
            segments.setValue(.unshareable, forKey: key)
            return .conflicting(witnesses.sessions)
        case .attested(let agreement, _) where agreement.claim == claim:
            return .attested(agreement)
        case .attested(let attested, let against):
            let revoked = vote(witness, against: attested, with: against, on: key, at: now)
            return revoked ? .revoked : .dissenting(attested)
        case .unshareable:
            return .unshareable
        }
    }

    /// Returns what to sign and who reported it, if the segment's moment has come.
    mutating func sign(
        _ key: SegmentKey, at now: Moment
    ) -> (agreement: Agreement, reporters: [SessionID])? {
        switch segments.value(forKey: key) {
        case .gathering(let claim, let witnesses, let signsAt?) where signsAt <= now:
            let agreement =
                witnesses.includeAttestor
                ? Agreement(claim: claim, level: .edge, k: 1)
                : Agreement(claim: claim, level: .viewers, k: policy.reporters)
            segments.setValue(.attested(agreement, against: Witnesses()), forKey: key)
            return (agreement, witnesses.sessions)
        case .gathering, .attested, .unshareable, nil:
            // A later report brought the moment forward, or a dissent came within the grace.
            return nil
        }
    }

    /// Returns whether this was the last complaint needed to revoke the attestation.
    mutating func complain(about key: SegmentKey, by witness: Witness, at now: Moment) -> Bool {
        switch segments.value(forKey: key) {
        case .attested(let agreement, let against):
            return vote(witness, against: agreement, with: against, on: key, at: now)
        case .gathering, .unshareable, nil:
            // Nothing is signed that could be taken back.
            return false
        }
    }

    private mutating func gather(
        _ claim: SegmentClaim, _ witnesses: Witnesses, signsAt: Moment?, of key: SegmentKey,
        by witness: Witness, at now: Moment
    ) -> ReportOutcome {
        var witnesses = witnesses
        guard witnesses.add(witness, limit: policy.remembersReporters) else { return .recorded }
        let earlier = signsAt ?? .distantFuture
        let due = min(earlier, moment(of: witnesses, claiming: claim, at: now))
        let signsAt = due == .distantFuture ? nil : due
        segments.setValue(.gathering(claim, witnesses, signsAt: signsAt), forKey: key)
        return due < earlier ? .signs(at: due) : .recorded
    }

    /// When the word of these suffices: that of an attestor at once.
    private func moment(
        of witnesses: Witnesses, claiming claim: SegmentClaim, at now: Moment
    ) -> Moment {
        if witnesses.includeAttestor { return now }
        let quorum = witnesses.quorum(
            of: policy.reporters, distinctPrefixes: policy.distinctPrefixes)
        return quorum.map { max($0, now) + policy.grace(forLength: claim.length) }
            ?? .distantFuture
    }

    private mutating func vote(
        _ witness: Witness, against agreement: Agreement, with others: Witnesses,
        on key: SegmentKey, at now: Moment
    ) -> Bool {
        var against = others
        guard witness.countsFrom <= now, against.add(witness, limit: policy.remembersReporters)
        else { return false }
        let quorum = against.quorum(
            of: policy.complainers, distinctPrefixes: policy.distinctPrefixes)
        let revokes = quorum != nil
        segments.setValue(
            revokes ? .unshareable : .attested(agreement, against: against), forKey: key)
        return revokes
    }
}
