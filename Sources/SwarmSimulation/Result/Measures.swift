import Primitives
import SwarmCore

/// Adds up what happens while the simulation runs.
struct Measures: Sendable {
    /// Nanoseconds of a sample.
    static let span: Int64 = 5_000_000_000

    /// Bytes that members received, from the CDN or from peers.
    struct Traffic: Sendable {
        /// The CDN's, to viewers and edge nodes.
        var cdn = 0
        /// Bytes of use that viewers got from the CDN and from peers.
        var viewersCDN = 0
        var viewersPeer = 0

        var offload: Double {
            let all = viewersCDN + viewersPeer
            return all > 0 ? 1 - Double(cdn) / Double(all) : 0
        }
    }

    private(set) var counted = Traffic()
    private(set) var whole = Traffic()
    private(set) var sampled = Traffic()
    private(set) var played = 0
    private(set) var controlBytes = 0
    private(set) var messages = [Int](repeating: 0, count: Message.Kind.allCases.count)
    private(set) var cdnByReason: [OriginReason: Int] = [:]
    private(set) var wastedByReason: [WasteReason: Int] = [:]
    private(set) var requests: [OriginReason: Int] = [:]
    /// Bytes that left uplinks, and that arrived.
    private(set) var sentBytes = 0
    private(set) var arrivedBytes = 0
    private(set) var stallTime: Int64 = 0
    private(set) var stalls = 0
    private(set) var stalledMembers: Set<MemberIndex> = []
    private(set) var stalledNow = 0
    private(set) var seekTime: Int64 = 0
    private(set) var startups: [Int64] = []
    private(set) var busiest = 0.0
    private(set) var maxHops = 0
    private(set) var viewersSeen = 0
    private(set) var viewersPresent = 0
    private(set) var viewersFinished = 0
    var violations = 0
    var banned = 0
    var samples: [SimulationResult.Sample] = []

    // MARK: Bytes

    mutating func cdn(
        _ bytes: Int, _ reason: OriginReason, fresh: Int, isEdge: Bool, isCounted: Bool
    ) {
        func add(to traffic: inout Traffic) {
            traffic.cdn += bytes
            if !isEdge { traffic.viewersCDN += fresh }
        }
        add(to: &whole)
        add(to: &sampled)
        guard isCounted else { return }
        add(to: &counted)
        cdnByReason[reason, default: 0] += bytes
    }

    mutating func fromPeer(_ bytes: Int, isEdge: Bool, isCounted: Bool) {
        guard !isEdge else { return }
        whole.viewersPeer += bytes
        sampled.viewersPeer += bytes
        if isCounted { counted.viewersPeer += bytes }
    }

    mutating func wasted(_ bytes: Int, _ reason: WasteReason, isCounted: Bool) {
        if isCounted { wastedByReason[reason, default: 0] += bytes }
    }

    mutating func played(_ bytes: Int) { played += bytes }
    mutating func left(_ bytes: Int) { sentBytes += bytes }
    mutating func arrived(_ bytes: Int) { arrivedBytes += bytes }
    mutating func hops(_ hops: Int) { maxHops = max(maxHops, hops) }
    mutating func requested(_ reason: OriginReason) { requests[reason, default: 0] += 1 }

    mutating func sent(_ message: Message, chunks: Int, isCounted: Bool) {
        guard isCounted else { return }
        messages[message.kind.rawValue] += 1
        controlBytes += message.controlBytes(chunks: chunks)
    }

    mutating func control(_ bytes: Int, isCounted: Bool) {
        if isCounted { controlBytes += bytes }
    }

    // MARK: Players

    mutating func viewerCame() {
        viewersSeen += 1
        viewersPresent += 1
    }

    mutating func started(after wait: Int64) { startups.append(wait) }

    mutating func stallBegan(of member: MemberIndex) {
        stalls += 1
        stalledNow += 1
        stalledMembers.insert(member)
    }

    mutating func stalled(_ wait: Int64) {
        stallEnded()
        stallTime += wait
    }

    mutating func stallEnded() { stalledNow -= 1 }

    mutating func sought(_ wait: Int64) { seekTime += wait }

    mutating func finished() { viewersFinished += 1 }

    /// A member goes, or the end has come.
    mutating func left(_ member: Member, at now: Int64, _ plan: SimulationPlan) {
        guard !member.person.isEdge, member.person.hostile == nil else { return }
        viewersPresent -= 1
        if member.player?.isStalled == true { stallEnded() }
        let presence = max(now - member.joinedAt, Self.shortestPresence)
        let share =
            Double(member.ledger.uploadedBytes) / (Double(presence) / 1e9 * plan.bytesPerSecond)
        busiest = max(busiest, share)
    }

    /// Over a shorter time a viewer's uploads say nothing of its share.
    private static let shortestPresence: Int64 = 60_000_000_000

    // MARK: Samples

    mutating func sample(at now: Int64, bytesPerSpan: Double) {
        var sample = SimulationResult.Sample()
        sample.seconds = Double(now) / 1e9
        sample.offload = sampled.offload
        sample.cdnCopies = Double(sampled.cdn) / bytesPerSpan
        sample.stalledViewers = stalledNow
        sample.presentViewers = viewersPresent
        samples.append(sample)
        sampled = Traffic()
    }
}
