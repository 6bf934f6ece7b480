import Primitives

/// Who comes, with what line, and what each of them does: the same under every policy.
struct Trace: Sendable {
    /// Edge nodes first, then viewers in the order in which they come.
    let people: [Person]

    init(_ plan: SimulationPlan) {
        let arrivals = Self.arrivals(plan)
        var people = (0..<plan.edges).map { Person(edge: $0, plan) }
        for (number, arrival) in arrivals.enumerated() {
            people.append(Person(viewer: number, index: plan.edges + number, at: arrival, plan))
        }
        Self.spoil(&people, plan)
        self.people = people
    }

    /// Makes viewers hostile: as many of each kind as of any other, but for one.
    private static func spoil(_ people: inout [Person], _ plan: SimulationPlan) {
        let viewers = people.indices.dropFirst(plan.edges)
        let count = Int((plan.hostileFraction * Double(viewers.count)).rounded())
        let hostile = viewers.sorted { people[$0].lot < people[$1].lot }.prefix(count)
        for (number, index) in hostile.enumerated() {
            let turn = (UInt64(number) &+ plan.seed) % UInt64(plan.hostileKinds.count)
            people[index].hostile = plan.hostileKinds[Int(turn)]
        }
    }

    private static func arrivals(_ plan: SimulationPlan) -> [Int64] {
        var random = SeededRandom(seed: plan.seed ^ 0xa11)
        let end = plan.duration.wholeNanoseconds
        switch plan.arrivals {
        case .lockstep:
            return [Int64](repeating: 0, count: plan.viewers)
        case .staggered(let distance):
            return (0..<plan.viewers).map { Int64($0) * distance.wholeNanoseconds }
        case .flashCrowd(let span):
            let span = max(1, span.wholeNanoseconds)
            return (0..<plan.viewers).map { _ in Int64.random(in: 0..<span, using: &random) }
                .sorted()
        case .poisson(let rate):
            precondition(rate > 0, "nobody would ever come")
            var arrivals: [Int64] = []
            var at = 0.0
            while true {
                at += random.nextExponential() / rate
                guard at * 1e9 < Double(end) else { return arrivals }
                arrivals.append(Int64(at * 1e9))
            }
        }
    }
}
