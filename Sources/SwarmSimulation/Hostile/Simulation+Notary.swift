import Primitives
import SwarmCore
import TrackerCore
import TrackerWire

/// The tracker's own notary, where the plan asks for it.
extension Simulation {
    private static let trueRoot = Root(Bytes32(words: (1, 0, 0, 0)))
    private static let falseRoot = Root(Bytes32(words: (2, 0, 0, 0)))

    private static func key(_ segment: SegmentNumber) -> SegmentKey {
        SegmentKey(Bytes32(words: (UInt64(segment), 0, 0, 0)))
    }

    private static func segment(_ key: SegmentKey) -> SegmentNumber {
        SegmentNumber(truncatingIfNeeded: key.value.words.0)
    }

    /// A member says what it fetched, or says it has.
    mutating func claim(_ member: Int, _ segment: SegmentNumber, isTrue: Bool) {
        guard plan.asksNotary else { return }
        let report = DigestReport(
            swarm: Self.swarm, key: Self.key(segment), length: UInt32(media.segmentLength),
            root: isTrue ? Self.trueRoot : Self.falseRoot)
        tell(.digestReport(report), member)
    }

    /// A member says that a peer sent it what did not verify.
    mutating func complain(_ member: Int, of segment: SegmentNumber, by accused: Int) {
        guard plan.asksNotary else { return }
        let complaint = Complaint(
            swarm: Self.swarm, key: Self.key(segment), accused: members[accused].person.id)
        tell(.complaint(complaint), member)
    }

    /// The notary wants to see the bytes behind a report; the answer is on its way.
    mutating func challenged(_ member: Int, _ key: SegmentKey) {
        add(.challenged(MemberIndex(member), Self.segment(key)), after: Self.trackerRoundTrip)
    }

    /// Whoever reports has bytes, if not those of the origin: the same answer comes of the same bytes.
    mutating func answerChallenge(_ member: Int, _ segment: SegmentNumber) {
        guard members[member].isPresent else { return }
        let root = kind(of: member) == .sybilReporter ? Self.falseRoot : Self.trueRoot
        let answer = ChallengeAnswer(
            swarm: Self.swarm, key: Self.key(segment), digest: root.value)
        tell(.challengeAnswer(answer), member)
    }

    /// Carries out what the notary decided.
    mutating func attest(_ plan: AttestationPlan, to sessions: [SessionID]) {
        let segment = Self.segment(plan.key)
        let isTrue = plan.agreement.claim.root == Self.trueRoot
        if !isTrue { signedFalsely.insert(segment) }
        for session in sessions {
            let member = Int(session.number)
            if kind(of: member) == .sybilReporter, !isTrue {
                offerForged(member, segment)
            } else if isTrue {
                add(.attested(MemberIndex(member), segment), after: Self.trackerRoundTrip)
            } else {
                revoked(member, segment)
            }
        }
    }

    mutating func revoked(_ revocation: Revocation, _ member: Int) {
        revoked(member, Self.segment(revocation.key))
    }

    /// What is attested is not what is here, or is attested no more: the CDN's bytes stay, of peers'
    /// none do.
    private mutating func revoked(_ member: Int, _ segment: SegmentNumber) {
        let copy = members[member][segment]
        guard members[member].isPresent, !copy.isQuarantined else { return }
        let wasOffered = copy.isOffered
        if copy.hops == 0 {
            members[member][segment].hasProof = false
            members[member][segment].isOffered = false
        } else {
            startAgain(member, segment)
        }
        members[member][segment].isQuarantined = true
        members[member].arrivals.ended(Media.id(segment))
        refuseUploads(member, of: segment)
        if wasOffered { tellEvicted(member, segment) }
        guard members[member].diverging.differed(Media.id(segment)) else { return }
        members[member].schedule.trackKeptFromPeers(Media.track, at: now, into: &actions)
        settle(member)
    }

    private mutating func startAgain(_ member: Int, _ segment: SegmentNumber) {
        let isAwaited = members[member].waitsFor == segment
        if isAwaited { release(member, segment) }
        members[member][segment] = SegmentCopy()
        members[member].ledger.abandoned(Media.id(segment))
        members[member].schedule.segmentDropped(Media.id(segment), at: now, into: &actions)
        settle(member)
        guard isAwaited else { return }
        members[member].schedule.playerRequested(Media.id(segment), at: now, into: &actions)
        settle(member)
    }
}
