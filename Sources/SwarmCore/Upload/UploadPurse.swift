package import Primitives

/// What one loop's sessions may upload before the client's allowance has to be asked again.
///
/// The allowance may live on another loop, so bytes are drawn in advance and come back when nobody
/// needs them.
package struct UploadPurse: Sendable {
    package enum Action: Hashable, Sendable {
        /// Ask the allowance for so many bytes.
        case draw(Int)
        case giveBack(UploadGrant)
        /// There are bytes to spend: whoever waits may go on.
        case filled
        /// Uploads end.
        case closed
        /// Uploads may begin again.
        case opened
    }

    private enum State {
        /// Holds what was granted, maybe nothing; draws when more is wanted.
        case open
        /// Waits for the allowance's answer.
        case drawing
        /// The rate allows nothing yet; draws again then.
        case waiting(until: Moment)
        /// Nothing may be uploaded; asks again then.
        case closed(until: Moment)
        /// Nothing may be uploaded; waits for the allowance's answer.
        case asking
        /// Nobody uploads from here any more; what is still granted goes back.
        case over
    }

    private static let drawn = 4 << 20
    private static let idleTime = Duration.seconds(2)
    /// The wall clock may be set, so that a period ends sooner than it seemed.
    private static let longestWait = Duration.seconds(60)
    private static let shortestPause = Duration.seconds(1)
    /// An application may say at any time that uploads are welcome again.
    private static let longestPause = Duration.seconds(10)

    private var state = State.open
    private var balance = UploadGrant(bytes: 0, day: 0)
    private var usedAt = Moment.start

    package init() {}

    /// What may be spent before anybody is asked again.
    package var bytes: Int { balance.bytes }

    /// Whether a chunk may go out now.
    package var holdsChunk: Bool { isOpen && balance.bytes >= ChunkGeometry.chunkSize }

    package var isOpen: Bool {
        switch state {
        case .open, .drawing, .waiting: true
        case .closed, .asking, .over: false
        }
    }

    /// For how long peers are put off while it is closed.
    package func pause(at now: Moment) -> Duration {
        switch state {
        case .closed(let until): min(max(Self.shortestPause, until - now), Self.longestPause)
        case .open, .drawing, .waiting, .asking, .over: Self.shortestPause
        }
    }

    /// When `timedOut` is next due.
    package var deadline: Moment? {
        switch state {
        case .open: balance.bytes > 0 ? usedAt + Self.idleTime : nil
        case .waiting(let until), .closed(let until): until
        case .drawing, .asking, .over: nil
        }
    }

    /// A chunk waits and there is nothing to spend on it.
    package mutating func wants(into actions: inout [Action]) {
        switch state {
        case .open where !holdsChunk: draw(into: &actions)
        case .open, .drawing, .waiting, .closed, .asking, .over: break
        }
    }

    package mutating func spent(_ bytes: Int, at now: Moment) {
        balance.bytes = max(0, balance.bytes - bytes)
        usedAt = now
    }

    package mutating func answered(
        _ answer: UploadAllowance.Answer, at now: Moment, into actions: inout [Action]
    ) {
        if case .over = state { return giveBack(answer, into: &actions) }
        let wasOpen = isOpen
        switch answer {
        case .granted(let grant):
            // What is left of another day is on that day's account.
            let rest = grant.day == balance.day ? balance.bytes : 0
            balance = UploadGrant(bytes: rest + grant.bytes, day: grant.day)
            usedAt = now
            state = .open
            if !wasOpen { actions.append(.opened) }
            actions.append(.filled)
        case .later(let time):
            state = .waiting(until: now + time)
            if !wasOpen { actions.append(.opened) }
        case .refused(let retryAfter):
            state = .closed(until: now + min(retryAfter ?? Self.longestWait, Self.longestWait))
            returnBalance(into: &actions)
            if wasOpen { actions.append(.closed) }
        }
    }

    /// The limits, or the link, are not what they were.
    package mutating func changed(into actions: inout [Action]) {
        returnBalance(into: &actions)
        switch state {
        case .open, .waiting: draw(into: &actions)
        case .closed: ask(into: &actions)
        // The answer that is on its way comes after the change.
        case .drawing, .asking, .over: break
        }
    }

    package mutating func timedOut(at now: Moment, into actions: inout [Action]) {
        guard let deadline, deadline <= now else { return }
        switch state {
        case .open: returnBalance(into: &actions)
        case .waiting: draw(into: &actions)
        case .closed: ask(into: &actions)
        case .drawing, .asking, .over: break
        }
    }

    /// Nobody uploads from here any more.
    package mutating func ended(into actions: inout [Action]) {
        returnBalance(into: &actions)
        state = .over
    }

    private mutating func draw(into actions: inout [Action]) {
        state = .drawing
        actions.append(.draw(Self.drawn))
    }

    private mutating func ask(into actions: inout [Action]) {
        state = .asking
        actions.append(.draw(Self.drawn))
    }

    private func giveBack(_ answer: UploadAllowance.Answer, into actions: inout [Action]) {
        switch answer {
        case .granted(let grant): actions.append(.giveBack(grant))
        case .later, .refused: break
        }
    }

    private mutating func returnBalance(into actions: inout [Action]) {
        guard balance.bytes > 0 else { return }
        actions.append(.giveBack(balance))
        balance.bytes = 0
    }
}
