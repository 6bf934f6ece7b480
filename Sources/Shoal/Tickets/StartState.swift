import Foundation
import TrackerWire

/// What the last start of the SDK has come to.
struct StartState {
    private enum State {
        /// Not yet, not any more, or not decided.
        case notStarted
        case refused(P2PStartError)
        /// For as long as the licence is good.
        case started(Licence, DeviceValues)
    }

    private var state = State.notStarted
    private var attempts = 0

    /// Another start; what an earlier one came to, or will come to, does not count any more.
    mutating func begin() -> Int {
        attempts += 1
        state = .notStarted
        return attempts
    }

    mutating func succeeded(_ attempt: Int, _ licence: Licence, _ values: DeviceValues) {
        guard attempt == attempts else { return }
        state = .started(licence, values)
    }

    mutating func failed(_ attempt: Int, _ error: P2PStartError) {
        guard attempt == attempts else { return }
        state = .refused(error)
    }

    /// A start that is under way counts no more, either.
    mutating func shutDown() { _ = begin() }

    func values(at now: Date) throws(P2PStartError) -> DeviceValues {
        switch state {
        case .notStarted: throw .notStarted
        case .refused(let error): throw error
        case .started(let licence, let values):
            guard licence.isGood(at: now) else { throw .expiredLicence }
            return values
        }
    }
}
