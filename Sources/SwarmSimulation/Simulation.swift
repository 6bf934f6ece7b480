package import Primitives
import SwarmCore
import TrackerCore

/// The machines of every viewer and of the tracker, in virtual time over one network.
///
/// What engines do with I/O is done here with events: a member's machines are composed as an engine
/// composes them, and what they ask for comes back later. One run handles one plan.
package struct Simulation: Sendable {
    let plan: SimulationPlan
    let policy: SimulationPolicy
    let trace: Trace
    let media: Media
    let configuration: ScheduleConfiguration
    /// When the warm-up is over.
    let countedFrom: Int64

    var time: Int64 = 0
    var queue = EventQueue()
    var hash = EventHash()
    var members: [Member] = []
    var tracker: TrackerState
    var trackerActions: [TrackerAction] = []
    var trackerAlarm = Int64.max
    /// What the schedule asked for that is being fed, and is carried out before the next input.
    var actions: [Schedule.Action] = []
    /// Chunks that lost their place in an upload queue to others, until their peers are told.
    var displaced: [UploadQueue.Refusal] = []
    /// Connections that the next message goes to.
    var places: [Int] = []
    /// A list of one segment, which is used again and again.
    var one = [Media.id(0)]
    var attestations: [SegmentNumber: Attesting] = [:]
    /// Segments of which the notary signed a root that is not the CDN's.
    var signedFalsely: Set<SegmentNumber> = []
    /// Chunks that hostile viewers have not read, by whose they are.
    var unread: [LinkEnd: Int] = [:]
    var harm = Harm()
    var fetchCount: UInt32 = 0
    var cdnFreeAt: Int64 = 0
    /// Until then the CDN fails.
    var cdnDownUntil: Int64 = 0
    /// Delays of links, where they are at random.
    var random: SeededRandom
    var measures = Measures()
    /// The messages of the present bucket.
    var upcoming: [Arrival] = []
    /// A sum of what was read only to have it at hand.
    var readAhead = 0
    /// The segments of the newest playlist, shared by all who fetch it.
    var timings: (playlist: ClosedRange<SegmentNumber>, segments: [SegmentTiming])

    package init(_ plan: SimulationPlan, policy: SimulationPolicy) {
        self.plan = plan
        self.policy = policy
        trace = Trace(plan)
        media = Media(plan)
        countedFrom = plan.warmUp.wholeNanoseconds
        configuration = ScheduleConfiguration(plan, policy)
        tracker = TrackerState(
            policy: TrackerPolicy(plan, people: trace.people.count), notaryKeys: [],
            randomSeed: plan.seed)
        random = SeededRandom(seed: plan.seed ^ 0x51a11)
        let playlist = media.playlist(upTo: media.latest(at: 0))
        timings = (playlist, media.timings(of: playlist))
    }

    package var now: Moment { Moment(nanoseconds: time) }

    /// Runs to the end of the plan; `progress` sees the simulation as it is at each virtual second.
    package mutating func run(progress: (Simulation) -> Void = { _ in }) -> SimulationResult {
        let end = plan.duration.wholeNanoseconds
        for (index, person) in trace.people.enumerated() where person.arrival < end {
            queue.add(.join(MemberIndex(index)), at: person.arrival)
        }
        for (number, incident) in plan.incidents.enumerated() {
            queue.add(.incident(UInt32(number)), at: incident.at.wholeNanoseconds)
        }
        queue.add(.sample, at: Measures.span)
        var nextReport: Int64 = 0
        while true {
            if queue.turn() { lookAhead() }
            guard let event = queue.next(), event.at <= end else { break }
            time = event.at
            hash.add(event)
            handle(event.what)
            if time >= nextReport {
                progress(self)
                nextReport = time + 1_000_000_000
            }
        }
        time = end
        return result()
    }
}
