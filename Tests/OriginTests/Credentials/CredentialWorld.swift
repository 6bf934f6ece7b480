import Origin
import Primitives

/// An origin that knows which credentials are good, a source, and requests: in virtual time.
struct CredentialWorld {
    struct Plan {
        /// How long each credential is good.
        var life: Duration
        /// Whether the source says so.
        var tellsLife: Bool
        /// One in so many resources is refused whatever is shown; nil for none.
        var forbidden: Int?
        /// One in so many questions has no answer, or one that comes too late; nil for none.
        var silence: Int?
    }

    private enum Event {
        case begins(Int)
        case answered(Int)
        case provided(number: Int)
        case failed(number: Int)
        case timer
    }

    private enum Outcome { case given, refused, takenBack }

    private let plan: Plan
    private var random: SeededRandom
    private var machine = CredentialMachine()
    private var now = Moment.start
    private var queue: [(at: Moment, order: Int, event: Event)] = []
    private var order = 0
    /// When the credential of a generation began to be good.
    private var issued: [CredentialGeneration: Moment] = [:]
    private var current = CredentialGeneration.none
    private var renewing: Int?
    /// What is on its way, and with which credential it left.
    private var sent: [Int: (with: CredentialGeneration, at: Moment)] = [:]
    private var tries: [Int: Int] = [:]
    private var outcomes: [Int: Outcome] = [:]
    private(set) var renewals: [Moment] = []
    private(set) var faults: [String] = []

    init(_ plan: Plan, seed: UInt64) {
        self.plan = plan
        random = SeededRandom(seed: seed)
    }

    var refusedCount: Int { outcomes.values.count { $0 == .refused } }

    /// Runs until each of the requests, which begin within `time`, is over.
    mutating func run(requests: Int, within time: Duration) {
        for number in 0..<requests {
            schedule(
                .begins(number), after: time * Int64.random(in: 0..<1_000, using: &random) / 1_000)
        }
        while let next = queue.indices.min(by: {
            (queue[$0].at, queue[$0].order) < (queue[$1].at, queue[$1].order)
        }) {
            let (at, _, event) = queue.remove(at: next)
            now = at
            handle(event)
        }
        for number in 0..<requests where outcomes[number] == nil {
            faults.append("request \(number) has no end")
        }
        if machine.waitingCount > 0 { faults.append("somebody still waits") }
    }

    private mutating func handle(_ event: Event) {
        switch event {
        case .begins(let number):
            feed { $0.asked(CredentialRequestID(number: number), at: $1, into: &$2) }
        case .answered(let number):
            answered(number)
        case .provided(let number):
            guard machine.isAwaiting(number) else { return }
            current = CredentialGeneration(number: current.number + 1)
            issued[current] = now
            renewing = nil
            let life = plan.tellsLife ? plan.life : nil
            feed { $0.renewed(number: number, lifetime: life, at: $1, into: &$2) }
        case .failed(let number):
            if machine.isAwaiting(number) { renewing = nil }
            feed { machine, _, actions in machine.renewalFailed(number: number, into: &actions) }
        case .timer:
            if machine.deadline.map({ $0 <= now }) ?? false { renewing = nil }
            feed { $0.timePassed(at: $1, into: &$2) }
        }
    }

    private mutating func answered(_ number: Int) {
        guard let (generation, _) = sent.removeValue(forKey: number), outcomes[number] == nil
        else { return }
        let id = CredentialRequestID(number: number)
        if Int.random(in: 0..<40, using: &random) == 0 { return end(number, .takenBack) }
        let isForbidden = plan.forbidden.map { number % $0 == 0 } ?? false
        guard isForbidden || !isGood(generation) else { return end(number, .given) }
        var verdict = CredentialMachine.Verdict.goesThrough
        feed { verdict = $0.refused(id, at: $1, into: &$2) }
        switch verdict {
        case .goesThrough: end(number, .refused)
        case .repeats: schedule(.begins(number), after: milliseconds(0..<20))
        }
    }

    private mutating func end(_ number: Int, _ outcome: Outcome) {
        outcomes[number] = outcome
        machine.ended(CredentialRequestID(number: number))
    }

    private func isGood(_ generation: CredentialGeneration) -> Bool {
        issued[generation].map { now < $0 + plan.life } ?? false
    }

    private mutating func feed(
        _ input: (inout CredentialMachine, Moment, inout [CredentialMachine.Action]) -> Void
    ) {
        var actions: [CredentialMachine.Action] = []
        input(&machine, now, &actions)
        for action in actions { perform(action) }
    }

    private mutating func perform(_ action: CredentialMachine.Action) {
        switch action {
        case .send(let id, let generation):
            if generation != current { faults.append("\(id) is sent with an old credential") }
            if sent[id.number] != nil { faults.append("\(id) is sent twice at once") }
            tries[id.number, default: 0] += 1
            if tries[id.number, default: 0] > 2 { faults.append("\(id) is sent a third time") }
            sent[id.number] = (generation, now)
            schedule(.answered(id.number), after: milliseconds(5..<800))
        case .renew(let number, let reason):
            renew(number, reason)
        }
    }

    private mutating func renew(_ number: Int, _ reason: CredentialReason) {
        if renewing != nil { faults.append("two questions at once") }
        renewing = number
        renewals.append(now)
        if plan.forbidden == nil, plan.silence == nil, reason != .first {
            let end = (issued[current] ?? now) + plan.life
            if now < end - .seconds(2) { faults.append("\(reason) at \(now), before \(end)") }
        }
        if let deadline = machine.deadline { schedule(.timer, after: deadline - now) }
        guard let silence = plan.silence, Int.random(in: 0..<silence, using: &random) == 0 else {
            return schedule(.provided(number: number), after: milliseconds(1..<2_000))
        }
        if Bool.random(using: &random) {
            schedule(.failed(number: number), after: milliseconds(1..<2_000))
        } else {
            schedule(.provided(number: number), after: .seconds(16))
        }
    }

    private mutating func milliseconds(_ range: Range<Int64>) -> Duration {
        .milliseconds(Int64.random(in: range, using: &random))
    }

    private mutating func schedule(_ event: Event, after pause: Duration) {
        order += 1
        queue.append((now + pause, order, event))
    }
}
