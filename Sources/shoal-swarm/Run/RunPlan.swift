import Primitives

/// What happens when in a run: the same for the same arguments and seed.
struct RunPlan: Sendable, Equatable {
    enum Event: Sendable, Equatable {
        case killViewer
        case killTracker
        case stopCDN
        case continueCDN
    }

    struct Step: Sendable, Equatable {
        let seconds: Double
        let event: Event
    }

    /// When each viewer comes, from the first one's 0 on.
    let arrivals: [Double]
    /// Faults in the order of their times, counted from the first arrival.
    let faults: [Step]
    /// Who is killed: the first of these that can be.
    let victims: [Int]

    init(_ arguments: SwarmArguments) {
        var random = SeededRandom(seed: arguments.seed)
        var arrivals = [0.0]
        while arrivals.count < arguments.peers {
            let pause = arguments.arrival * Double.random(in: 0.5...1.5, using: &random)
            arrivals.append(arrivals[arrivals.count - 1] + pause)
        }
        self.arrivals = arrivals
        victims = (1...arguments.peers).shuffled(using: &random)
        faults = arguments.faults.flatMap(Self.steps).sorted { $0.seconds < $1.seconds }
    }

    private static func steps(of fault: SwarmArguments.Fault) -> [Step] {
        switch fault {
        case .killPeer(let at): [Step(seconds: at, event: .killViewer)]
        case .killTracker(let at): [Step(seconds: at, event: .killTracker)]
        case .stopCDN(let at, let seconds):
            [
                Step(seconds: at, event: .stopCDN),
                Step(seconds: at + seconds, event: .continueCDN),
            ]
        case .slowPeer: []
        }
    }
}
