import Foundation
import Primitives
import SwarmSimulation

/// A day of one process in virtual time; fails where what it holds grows.
///
/// About twenty sessions at a time watch a channel, and come and go beside an edge node and a tracker
/// that stay.
@main struct DaySimulator {
    private static let hours = 24
    private static let viewers = 20
    /// For how long each of them stays, on average.
    private static let stay = Duration.seconds(1_800)
    /// When the last of them are told to go.
    private static let evening = Duration.seconds(hours * 3_600 - 1_800)
    /// By how much more the second half of the day may hold than the first, for as many viewers.
    private static let tolerance = 1.1
    /// The same in elements, where there are few.
    private static let allowance = 32.0

    static func main() throws {
        var census: [Census] = []
        var failure: (any Error)?
        var simulation = Simulation(plan, policy: .swarmWide)
        let result = simulation.run { simulation in
            let seconds = Int(simulation.now.nanoseconds / 1_000_000_000)
            // Just before each full hour, the last of which nobody is there for.
            guard failure == nil, seconds > census.count * 3_600 + 3_540 else { return }
            do {
                let now = try Census(of: simulation)
                census.append(now)
                print(
                    "hour \(census.count): \(now.present) viewers; elements held: edge node "
                        + "\(now.edge.sum), viewers \(now.viewers), tracker \(now.tracker.sum)")
                fflush(nil)
            } catch {
                failure = error
            }
        }
        if let failure { throw failure }
        print(
            "\(result.viewersSeen) viewers in \(hours) hours, \(result.events) events, "
                + String(format: "offload %.3f, ", result.offload)
                + "\(result.stalls) stalls, \(result.violations) violations")
        let faults = faults(census) + (result.violations > 0 ? ["peers broke the protocol"] : [])
        for fault in faults { print("FAILS: \(fault)") }
        exit(faults.isEmpty ? EXIT_SUCCESS : EXIT_FAILURE)
    }

    private static var plan: SimulationPlan {
        let distance = stay / viewers
        let count = Int(evening / distance)
        var plan = SimulationPlan(
            kind: .live, viewers: count, duration: .seconds(hours * 3_600), warmUp: .seconds(600),
            arrivals: .staggered(by: distance))
        plan.quitsPerHour = .seconds(3_600) / stay
        plan.edges = 1
        plan.asksNotary = true
        plan.incidents = (0..<count).map { Incident(at: evening, .leave(viewer: $0)) }
        return plan
    }

    private static func faults(_ census: [Census]) -> [String] {
        guard census.count == hours, let evening = census.last else {
            return ["there are \(census.count) hours of \(hours)"]
        }
        let (morning, afternoon) = (census.prefix(hours / 2), census.dropFirst(hours / 2))
        let busiest = { (part: ArraySlice<Census>) in Double(part.map(\.present).max() ?? 0) }
        let share = max(1, busiest(afternoon) / max(1, busiest(morning)))
        var faults: [String] = []
        for (name, fields) in [("edge node", \Census.edge), ("tracker", \.tracker)] {
            for field in evening[keyPath: fields].keys.sorted() {
                let most = { (part: ArraySlice<Census>) in
                    part.map { $0[keyPath: fields][field, default: 0] }.max() ?? 0
                }
                let (before, after) = (most(morning), most(afternoon))
                if Double(after) > Double(before) * share * tolerance + allowance {
                    faults.append(
                        "\(field) of the \(name): \(before) in the morning, \(after) later")
                }
            }
        }
        if evening.present > 0 || evening.viewers > 0 { faults.append("viewers are left") }
        return faults
    }
}

extension [String: Int] {
    fileprivate var sum: Int { values.reduce(0, +) }
}
