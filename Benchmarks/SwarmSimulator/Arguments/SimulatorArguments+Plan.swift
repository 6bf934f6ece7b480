import Primitives
import SwarmSimulation

extension SimulatorArguments {
    var plan: SimulationPlan {
        var plan = SimulationPlan(
            kind: kind, viewers: viewers, duration: .clamped(seconds: runSeconds),
            warmUp: .clamped(seconds: warmUpSeconds), arrivals: planArrivals)
        plan.seed = seed
        plan.degree = degree
        plan.uploadRatio = upload
        plan.edges = edges
        plan.owners = owners ?? (hostile > 0 ? Self.ownersAmongHostile : 1)
        plan.asksNotary = hostile > 0
        plan.filmDuration = .clamped(seconds: film)
        plan.segmentDuration = .clamped(seconds: segment)
        if let bitrate { plan.bitrate = Int((bitrate * 1e6).rounded()) }
        if let prefetch { plan.prefetch = prefetch }
        plan.seeding = seeding
        plan.slowFraction = slow
        plan.hostileFraction = hostile
        plan.hostileKinds = hostileKinds
        plan.seeksPerHour = seeks
        plan.quitsPerHour = quits
        if let outage {
            plan.incidents.append(
                Incident(
                    at: .clamped(seconds: outage.at), .outage(.clamped(seconds: outage.seconds))))
        }
        return plan
    }

    /// The number that trackers ask for, and the least that an attacker with two networks cannot be.
    private static let ownersAmongHostile = 3

    private var arrivalChoice: ArrivalChoice {
        arrivals ?? (kind == .live ? .flash(seconds: 30) : .poisson)
    }

    private var planArrivals: Arrivals {
        switch arrivalChoice {
        case .poisson:
            // Whoever stays for the film is one of `viewers` if so many come while one runs.
            .poisson(perSecond: Double(viewers) / (kind == .live ? runSeconds : film))
        case .flash(let seconds): .flashCrowd(over: .clamped(seconds: seconds))
        case .together: .lockstep
        case .apart(let seconds): .staggered(by: .clamped(seconds: seconds))
        }
    }

    private var runSeconds: Double {
        if let duration { return duration }
        guard kind == .vod else { return 600 }
        /// For start-up, stalls, and staying on.
        let margin = 30 + seeding * film
        return switch arrivalChoice {
        case .poisson: film * 4
        case .flash(let seconds): film + seconds + margin
        case .together: film + margin
        case .apart(let seconds): film + seconds * Double(viewers) + margin
        }
    }

    private var warmUpSeconds: Double {
        if let warmUp { return warmUp }
        let wanted =
            switch (kind, arrivalChoice) {
            case (.live, _): 90.0
            case (.vod, .poisson): film
            case (.vod, .flash), (.vod, .together), (.vod, .apart): 0.0
            }
        return min(wanted, runSeconds / 2)
    }
}
