import Primitives
import TrackerWire

/// Holds reports back until who sent them has shown that it has the bytes.
///
/// A root alone can be had from anybody who fetched. So each reporter is asked for a digest of two chunks
/// under a nonce that is the same for all who report the segment and that none knew before. Of those who name
/// one root only they are heard who answer as most do: nobody here has the bytes to say more. Who parrots
/// a root cannot answer; who answers wrongly on purpose is outvoted as soon as two have the bytes.
struct Examination: Sendable {
    enum ReportOutcome: Equatable {
        /// Ask for the digest; the report counts for nothing yet.
        case challenge
        /// It has answered already.
        case heard
        /// It has reported something else before, or there is no room for more.
        case ignored
    }

    /// A report that counts now.
    struct Report: Equatable {
        let session: SessionID
        let claim: SegmentClaim
    }

    private struct Paper {
        let peer: PeerID
        let claim: SegmentClaim
        /// The one by which it spoke last.
        var session: SessionID
        var answer: Bytes32?
        var isHeard = false
    }

    private var papers: RecencyTable<SegmentKey, [Paper]>

    /// Remembers so many segments at most.
    init(segments: Int) {
        papers = RecencyTable(capacity: segments)
    }

    var segmentCount: Int { papers.count }

    /// Takes a report of one of at most `limit` that are remembered of a segment.
    mutating func reported(
        _ claim: SegmentClaim, of key: SegmentKey, by peer: PeerID, _ session: SessionID,
        limit: Int
    ) -> ReportOutcome {
        var all = papers.value(forKey: key) ?? []
        if let place = all.firstIndex(where: { $0.peer == peer }) {
            guard all[place].claim == claim else { return .ignored }
            all[place].session = session
            papers.setValue(all, forKey: key)
            return all[place].answer == nil ? .challenge : all[place].isHeard ? .heard : .ignored
        }
        guard all.count < limit else { return .ignored }
        all.append(Paper(peer: peer, claim: claim, session: session))
        papers.setValue(all, forKey: key)
        return .challenge
    }

    /// Takes the one answer of a reporter; returns the reports that count from now on, which may be of
    /// others who answered the same.
    mutating func answered(_ answer: Bytes32, about key: SegmentKey, by peer: PeerID) -> [Report] {
        guard var all = papers.value(forKey: key),
            let place = all.firstIndex(where: { $0.peer == peer && $0.answer == nil })
        else { return [] }
        all[place].answer = answer
        let claim = all[place].claim
        let common = Self.commonest(all.filter { $0.claim == claim }.compactMap(\.answer))
        var reports: [Report] = []
        for index in all.indices
        where all[index].claim == claim && all[index].answer == common && !all[index].isHeard {
            all[index].isHeard = true
            reports.append(Report(session: all[index].session, claim: claim))
        }
        papers.setValue(all, forKey: key)
        return reports
    }

    /// The first of those that are given most often.
    private static func commonest(_ answers: [Bytes32]) -> Bytes32? {
        var counts: [Bytes32: Int] = [:]
        for answer in answers { counts[answer, default: 0] += 1 }
        let most = counts.values.max() ?? 0
        return answers.first { counts[$0] == most }
    }
}
