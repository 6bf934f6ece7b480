import Primitives

/// One member of the swarm as the plan's dice made it.
struct Person: Sendable {
    struct Seek: Sendable {
        /// Since the arrival.
        let after: Int64
        let segment: SegmentNumber
    }

    let isEdge: Bool
    let arrival: Int64
    /// When it goes before the end, or `.max`.
    let departure: Int64
    /// Bytes a second.
    let uplink: Double
    let downlink: Double
    /// Nanoseconds from a request of the CDN to the first byte.
    let cdnLatency: Int64
    /// From 0 to 1: those with the lowest are the hostile ones.
    let lot: Double
    /// How it harms others, or nil for an honest one.
    var hostile: HostileKind?
    let seeks: [Seek]
    let id: PeerID

    init(edge number: Int, _ plan: SimulationPlan) {
        isEdge = true
        arrival = 0
        departure = .max
        uplink = plan.bytesPerSecond * plan.edgeUploadRatio
        downlink = uplink
        cdnLatency = plan.cdn.latency.lowerBound.wholeNanoseconds
        lot = 1
        seeks = []
        id = Self.id(number, seed: plan.seed)
    }

    init(viewer number: Int, index: Int, at arrival: Int64, _ plan: SimulationPlan) {
        var random = SeededRandom(seed: plan.seed &+ UInt64(number) &* 0x9e37_79b9_7f4a_7c15)
        _ = random.next()
        let isSlow = Double.random(in: 0..<1, using: &random) < plan.slowFraction
        let share = Double.random(in: 0.5..<1.5, using: &random)
        isEdge = false
        self.arrival = arrival
        uplink = plan.bytesPerSecond * (isSlow ? 0.05 : plan.uploadRatio * share)
        downlink =
            plan.bytesPerSecond * plan.downloadRatio * Double.random(in: 0.5..<1.5, using: &random)
        cdnLatency = Int64.random(
            in: plan.cdn.latency.lowerBound
                .wholeNanoseconds...plan.cdn.latency.upperBound.wholeNanoseconds, using: &random)
        lot = Double.random(in: 0..<1, using: &random)
        let stay = random.nextExponential() / plan.quitsPerHour * 3_600e9
        departure = stay < 1e15 ? arrival + Int64(stay) : .max
        seeks = Self.seeks(plan, using: &random)
        id = Self.id(index, seed: plan.seed)
    }

    private static func seeks(_ plan: SimulationPlan, using random: inout SeededRandom) -> [Seek] {
        guard plan.seeksPerHour > 0, plan.kind == .vod else { return [] }
        var seeks: [Seek] = []
        var after = 0.0
        while true {
            after += random.nextExponential() / plan.seeksPerHour * 3_600
            guard after < plan.filmDuration.inSeconds * 2 else { return seeks }
            let segment = Int.random(in: 0..<plan.segmentsOfFilm, using: &random)
            seeks.append(Seek(after: Int64(after * 1e9), segment: SegmentNumber(segment)))
        }
    }

    private static func id(_ index: Int, seed: UInt64) -> PeerID {
        var random = SeededRandom(seed: seed ^ UInt64(index) << 20)
        return PeerID(Bytes32(words: (random.next(), 0, 0, UInt64(index))))
    }
}

extension PeerID {
    /// The member that has this id.
    var member: MemberIndex { MemberIndex(truncatingIfNeeded: value.words.3) }
}

extension SimulationPlan {
    var bytesPerSecond: Double { Double(bitrate) / 8 }

    var segmentsOfFilm: Int {
        Int((filmDuration.inSeconds / segmentDuration.inSeconds).rounded(.up))
    }
}
