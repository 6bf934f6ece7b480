/// Whether a service does its work, and what says so.
package struct Health: Hashable, Sendable {
    package enum State: String, Sendable {
        case ok
        /// It works with less than it could have: a node whose tracker does not answer.
        case degraded
        /// Nobody should be sent to it.
        case failed
    }

    package struct Check: Hashable, Sendable {
        package let name: String
        package let state: State
        /// One line for a person, without secrets; empty where there is nothing to say.
        package let note: String

        package init(_ name: String, _ state: State, note: String = "") {
            self.name = name
            self.state = state
            self.note = note
        }
    }

    package var checks: [Check]
    /// It finishes what it has begun, and ends.
    package var isDraining = false

    package init(_ checks: [Check]) {
        self.checks = checks
    }

    /// Whether new work may be sent here; what is merely degraded still takes it.
    package var isReady: Bool { !isDraining && !checks.contains { $0.state == .failed } }

    /// One word for all.
    package var word: String {
        if isDraining { return "draining" }
        guard isReady else { return "failed" }
        return checks.contains { $0.state == .degraded } ? "degraded" : "ready"
    }

    /// What a probe reads: the word, and then each check on a line.
    package var text: String {
        let lines = checks.map { check in
            "\(check.name): \(check.state.rawValue)\(check.note.isEmpty ? "" : " (\(check.note))")"
        }
        return ([word] + lines).map { $0 + "\n" }.joined()
    }
}
