/// When viewers come.
package enum Arrivals: Hashable, Sendable {
    /// Independently of each other, for as long as the simulation lasts.
    case poisson(perSecond: Double)
    /// All of them, spread evenly at random over the first while.
    case flashCrowd(over: Duration)
    /// All of them at the start, in step.
    case lockstep
    /// One after the other at equal distances, the first at the start.
    case staggered(by: Duration)
}
