package import Primitives

/// Decides with which credential each request to the origin goes out, and when another one is needed.
///
/// - A request that needs a credential waits while the first one, or the one after an expiry, is asked
///   for. All that wait share that one answer.
/// - While one is asked for because the origin refused the last, other requests still go out with that:
///   what was refused may have been a single resource. If they are refused too, they wait.
/// - A refused request is sent once more, with a newer credential. What the origin says then goes through.
/// - A source that fails, or says nothing for `patience`, leaves things as they are: the requests go
///   out with what there is, and the origin's own answer goes through.
package struct CredentialMachine: Sendable {
    package enum Action: Hashable, Sendable {
        case send(CredentialRequestID, CredentialGeneration)
        /// Ask the source; the answer is to come with that number.
        case renew(number: Int, CredentialReason)
    }

    package enum Verdict: Hashable, Sendable {
        /// The origin's answer is the answer.
        case goesThrough
        /// The answer is of no use: `asked` is called again when its body is out of the way.
        case repeats
    }

    private enum State {
        /// What there is; `renewal` is when it has to be replaced, if that is known.
        case holding(CredentialGeneration, renewal: Moment?)
        /// The source has been asked, and is given up at `deadline`.
        case renewing(Renewal)
    }

    private struct Renewal {
        let number: Int
        let reason: CredentialReason
        let deadline: Moment
        /// What there is meanwhile, and for how long.
        let held: CredentialGeneration
        let heldUntil: Moment?
    }

    private enum Request {
        /// For its first credential.
        case waiting
        /// It can be refused once.
        case sent(CredentialGeneration)
        /// Its refusal is known; it is still to be asked again.
        case refused
        /// For another credential than the one that was refused.
        case waitingAgain
        /// Whatever the origin says now goes through.
        case sentAgain
    }

    /// How long the source may take, as long as a backend may.
    package static let patience = Duration.seconds(15)
    /// So long before its end a credential is replaced, so that it does not expire on the way; but no
    /// earlier than in the last tenth of its life.
    private static let margin = Duration.seconds(2)

    private var state: State
    private var requests: [CredentialRequestID: Request] = [:]
    private var pace = RenewalPace()
    private var renewals = 0
    private let isRenewable: Bool

    /// Of a source that is asked.
    package init() {
        isRenewable = true
        state = .holding(.none, renewal: Moment(nanoseconds: .min))
    }

    /// Of a credential that never changes: generation 1.
    package static var fixed: CredentialMachine {
        CredentialMachine(holding: CredentialGeneration.none.next)
    }

    private init(holding generation: CredentialGeneration) {
        isRenewable = false
        state = .holding(generation, renewal: nil)
    }

    /// When the source has taken too long; nil while it owes nothing.
    package var deadline: Moment? {
        switch state {
        case .holding: nil
        case .renewing(let renewal): renewal.deadline
        }
    }

    /// Whether the source's answer with this number counts.
    package func isAwaiting(_ number: Int) -> Bool {
        switch state {
        case .holding: false
        case .renewing(let renewal): renewal.number == number
        }
    }

    /// Requests that are neither over nor with the origin.
    package var waitingCount: Int {
        requests.values.count {
            switch $0 {
            case .waiting, .waitingAgain: true
            case .sent, .refused, .sentAgain: false
            }
        }
    }

    /// A request is about to go to the origin: the first time, after a redirect, or once more.
    package mutating func asked(
        _ id: CredentialRequestID, at now: Moment, into actions: inout [Action]
    ) {
        switch requests[id] {
        case .refused?:
            requests[id] = .waitingAgain
        case nil, .sent?, .waiting?:
            requests[id] = .waiting
        case .sentAgain?, .waitingAgain?:
            // A redirect on the way of its second try.
            requests[id] = .waitingAgain
        }
        renewIfExpired(at: now, into: &actions)
        proceed(id, into: &actions)
    }

    /// The origin has answered 401 or 403 to the request.
    package mutating func refused(
        _ id: CredentialRequestID, at now: Moment, into actions: inout [Action]
    ) -> Verdict {
        guard case .sent(let generation)? = requests[id] else { return .goesThrough }
        switch state {
        case .renewing:
            break
        case .holding(let current, _) where generation < current:
            break
        case .holding:
            guard isRenewable, pace.admits(at: now) else { return .goesThrough }
            let reason: CredentialReason = generation == .none ? .first : .refused
            renew(reason, at: now, into: &actions)
        }
        requests[id] = .refused
        return .repeats
    }

    /// The source has given a credential, good for `lifetime` from now, or until it is refused.
    package mutating func renewed(
        number: Int, lifetime: Duration?, at now: Moment, into actions: inout [Action]
    ) {
        guard case .renewing(let renewal) = state, renewal.number == number else { return }
        let end = lifetime.map { now + max($0 - min(Self.margin, $0 / 10), .zero) }
        state = .holding(renewal.held.next, renewal: end)
        proceedAll(into: &actions)
    }

    /// The source has none to give.
    package mutating func renewalFailed(number: Int, into actions: inout [Action]) {
        guard case .renewing(let renewal) = state, renewal.number == number else { return }
        giveUp(renewal, into: &actions)
    }

    /// To be called at `deadline`.
    package mutating func timePassed(at now: Moment, into actions: inout [Action]) {
        guard case .renewing(let renewal) = state, renewal.deadline <= now else { return }
        giveUp(renewal, into: &actions)
    }

    /// The request is over, or was taken back.
    package mutating func ended(_ id: CredentialRequestID) {
        requests[id] = nil
    }

    private mutating func renewIfExpired(at now: Moment, into actions: inout [Action]) {
        guard case .holding(let generation, let end?) = state, end <= now, pace.admits(at: now)
        else { return }
        renew(generation == .none ? .first : .expired, at: now, into: &actions)
    }

    private mutating func renew(
        _ reason: CredentialReason, at now: Moment, into actions: inout [Action]
    ) {
        guard case .holding(let held, let heldUntil) = state else { return }
        renewals += 1
        state = .renewing(
            Renewal(
                number: renewals, reason: reason, deadline: now + Self.patience, held: held,
                heldUntil: heldUntil))
        actions.append(.renew(number: renewals, reason))
    }

    private mutating func giveUp(_ renewal: Renewal, into actions: inout [Action]) {
        state = .holding(renewal.held, renewal: renewal.heldUntil)
        proceedAll(into: &actions)
    }

    private mutating func proceedAll(into actions: inout [Action]) {
        for id in requests.keys.sorted() { proceed(id, into: &actions) }
    }

    /// Sends a request that has nothing to wait for any more.
    private mutating func proceed(_ id: CredentialRequestID, into actions: inout [Action]) {
        guard let request = requests[id] else { return }
        let generation: CredentialGeneration
        switch (request, state) {
        case (.sent, _), (.refused, _), (.sentAgain, _):
            return
        case (.waiting, .holding(let held, _)):
            generation = held
            requests[id] = .sent(held)
        case (.waiting, .renewing(let renewal)):
            guard renewal.reason == .refused else { return }
            generation = renewal.held
            requests[id] = .sent(renewal.held)
        case (.waitingAgain, .holding(let held, _)):
            generation = held
            requests[id] = .sentAgain
        case (.waitingAgain, .renewing):
            return
        }
        actions.append(.send(id, generation))
    }
}
