import Primitives
import TrackerWire

/// Decides for one swarm which segments the tracker signs: those that an attestor has fetched from the CDN, or
/// that k independent fetchers agree on.
///
/// Two fetchers that differ may both be honest (server-side ads, watermarks), so one dissent is enough for a
/// segment never to be signed: its bytes then come from the CDN. Whose dissent is contradicted by k others time
/// and again is not heard any more, or one liar could keep everything from being signed.
struct Notary: Sendable {
    enum ReportOutcome: Equatable {
        /// Nothing to do yet; `contradicts` if it is the first to say what it says, beside others.
        case recorded(contradicts: Bool)
        /// So many agree that the segment can be decided about: call `decide` at this moment.
        case decides(at: Moment, contradicts: Bool)
        /// It is signed already: the reporter gets its attestation at once.
        case attested(Agreement)
        /// k fetchers contradict those that agree, or too few are left for k to agree: the bytes differ from viewer
        /// to viewer, and nobody will sign them. These others reported before.
        case divergent([SessionID])
        /// It is known that fetchers differ: nobody will sign it.
        case unshareable
        /// It contradicts what is signed; if `revokesAt` is given, enough do to take that back as soon
        /// as their words count: call `decide` at that moment.
        case dissenting(Agreement, revokesAt: Moment?)
        /// It contradicts an attestation, and was the last vote needed to take that back.
        case revoked
    }

    enum Decision {
        case sign(Agreement, reporters: [SessionID])
        /// k agree, but not with these: nobody will sign it.
        case withhold(from: [SessionID])
        /// Enough contradict what was signed: that is taken back.
        case revoke
    }

    private enum SegmentState {
        /// Leaves when `decidesAt` comes: for `attested` if all agree, else for `withheld`; for
        /// `unshareable` as soon as too many differ.
        case gathering(Camps, decidesAt: Moment?)
        /// Signed. Leaves for `unshareable` when enough witnesses contradict.
        case attested(Agreement, against: Witnesses)
        /// Fewer than k differed from k others, and may be right all the same. Final.
        case withheld
        /// Fetchers differed. Final.
        case unshareable
    }

    /// How many segments are remembered stays as it was at first.
    var policy: NotaryPolicy
    private var segments: RecencyTable<SegmentKey, SegmentState>
    private var hearing = Hearing()

    init(policy: NotaryPolicy) {
        self.policy = policy
        segments = RecencyTable(capacity: policy.segmentsPerSwarm)
    }

    var segmentCount: Int { segments.count }

    /// Whether a report could still bring about an attestation.
    mutating func isOpen(_ key: SegmentKey) -> Bool {
        switch segments.value(forKey: key) {
        case nil, .gathering: true
        case .attested, .withheld, .unshareable: false
        }
    }

    /// `population` is how many could report: where the rest of them cannot make k agree, nothing is waited for.
    mutating func report(
        _ claim: SegmentClaim, of key: SegmentKey, by witness: Witness, population: Int,
        at now: Moment
    ) -> ReportOutcome {
        let isHeard = witness.isAttestor || hearing.hears(voice(of: witness))
        switch segments.value(forKey: key) {
        case nil where isHeard:
            return gather(
                claim, Camps(), decidesAt: nil, of: key, by: witness, population, at: now)
        case .gathering(let camps, let decidesAt) where isHeard:
            return gather(
                claim, camps, decidesAt: decidesAt, of: key, by: witness, population, at: now)
        case .attested(let agreement, _) where agreement.claim == claim:
            return .attested(agreement)
        case .attested(let attested, let against):
            return dissent(of: witness, from: attested, against, on: key, at: now)
        case nil, .gathering, .withheld:
            return .recorded(contradicts: false)
        case .unshareable:
            return .unshareable
        }
    }

    /// The CDN serves the witness something else than what is signed, of which it need not have all.
    mutating func dispute(_ key: SegmentKey, by witness: Witness, at now: Moment) -> ReportOutcome {
        guard case .attested(let attested, let against) = segments.value(forKey: key) else {
            return .recorded(contradicts: false)
        }
        return dissent(of: witness, from: attested, against, on: key, at: now)
    }

    /// Returns what becomes of a segment, if its moment has come.
    ///
    /// What is signed now is of this `generation`.
    mutating func decide(
        _ key: SegmentKey, at now: Moment, generation: UInt32
    ) -> Decision? {
        switch segments.value(forKey: key) {
        case .gathering(let camps, let decidesAt?) where decidesAt <= now:
            guard let leader = camps.leader(distinctPrefixes: policy.distinctPrefixes),
                moment(of: leader, at: now) != .distantFuture
            else {
                // Another camp has become the largest since: more reports are needed.
                segments.setValue(.gathering(camps, decidesAt: nil), forKey: key)
                return nil
            }
            return camps.areOne
                ? sign(leader, key, generation: generation) : withhold(camps, leader, key)
        case .attested(_, let against) where revocation(by: against) ?? .distantFuture <= now:
            segments.setValue(.unshareable, forKey: key)
            return .revoke
        case .gathering, .attested, .withheld, .unshareable, nil:
            // A later report brought the moment forward, or dissents came within the grace.
            return nil
        }
    }

    private mutating func sign(
        _ camp: Camps.Camp, _ key: SegmentKey, generation: UInt32
    ) -> Decision {
        let isEdges = camp.witnesses.includeAttestor
        let agreement = Agreement(
            claim: camp.claim, level: isEdges ? .edge : .viewers,
            k: isEdges ? 1 : policy.reporters, generation: generation)
        segments.setValue(.attested(agreement, against: Witnesses()), forKey: key)
        return .sign(agreement, reporters: camp.witnesses.sessions)
    }

    private mutating func withhold(
        _ camps: Camps, _ leader: Camps.Camp, _ key: SegmentKey
    ) -> Decision {
        let outvoted = camps.witnesses(against: leader)
        hearing.contradicted(Set(outvoted.map { voice(of: $0) }), k: policy.reporters)
        segments.setValue(.withheld, forKey: key)
        return .withhold(from: outvoted.map(\.session))
    }

    private mutating func gather(
        _ claim: SegmentClaim, _ camps: Camps, decidesAt: Moment?, of key: SegmentKey,
        by witness: Witness, _ population: Int, at now: Moment
    ) -> ReportOutcome {
        var camps = camps
        let (isNew, opensCamp) = camps.add(
            witness, claiming: claim, limit: policy.remembersReporters)
        guard isNew, let leader = camps.leader(distinctPrefixes: policy.distinctPrefixes) else {
            return .recorded(contradicts: false)
        }
        let against = Set(camps.witnesses(against: leader).map { voice(of: $0) })
        guard against.count < policy.reporters, camps.areOne || canAgree(leader, camps, population)
        else {
            segments.setValue(.unshareable, forKey: key)
            return .divergent(camps.sessions.filter { $0 != witness.session })
        }
        let earlier = decidesAt ?? .distantFuture
        let due = min(earlier, moment(of: leader, at: now))
        let decidesAt = due == .distantFuture ? nil : due
        segments.setValue(.gathering(camps, decidesAt: decidesAt), forKey: key)
        let contradicts = opensCamp && !camps.areOne
        return due < earlier
            ? .decides(at: due, contradicts: contradicts) : .recorded(contradicts: contradicts)
    }

    /// Whether those that have not reported yet could make the largest camp large enough.
    private func canAgree(_ leader: Camps.Camp, _ camps: Camps, _ population: Int) -> Bool {
        let rest = max(0, population - camps.sessions.count)
        return leader.witnesses.includeAttestor
            || leader.witnesses.count + rest >= policy.reporters
    }

    private func voice(of witness: Witness) -> Voice {
        Voice(of: witness, distinctPrefixes: policy.distinctPrefixes)
    }

    /// When the word of these suffices: that of an attestor at once.
    private func moment(of camp: Camps.Camp, at now: Moment) -> Moment {
        if camp.witnesses.includeAttestor { return now }
        let quorum = camp.witnesses.quorum(
            of: policy.reporters, distinctPrefixes: policy.distinctPrefixes)
        return quorum.map { max($0, now) + policy.grace(forLength: camp.claim.length) }
            ?? .distantFuture
    }

    /// Another voice against what is signed, which may be the last that was needed.
    private mutating func dissent(
        of witness: Witness, from agreement: Agreement, _ others: Witnesses, on key: SegmentKey,
        at now: Moment
    ) -> ReportOutcome {
        var against = others
        guard witness.isAttestor || hearing.hears(voice(of: witness)),
            against.add(witness, limit: policy.remembersReporters)
        else { return .dissenting(agreement, revokesAt: nil) }
        let due = revocation(by: against)
        guard let due, due <= now else {
            segments.setValue(.attested(agreement, against: against), forKey: key)
            return .dissenting(agreement, revokesAt: due)
        }
        segments.setValue(.unshareable, forKey: key)
        return .revoked
    }

    /// When the word of these takes back what is signed; nil if they are too few.
    private func revocation(by against: Witnesses) -> Moment? {
        against.quorum(of: policy.dissenters, distinctPrefixes: policy.distinctPrefixes)
    }
}
