import Foundation
import Primitives
import TrackerCore
import TrackerServer
import Transport

/// Writes what happens as lines of `key=value`, the time first.
struct ServeLog: Sendable {
    func listening(at address: SocketAddress) {
        write("listening", "address=\(address)")
    }

    func policyRead() {
        write("policy-read")
    }

    /// The new one is not used, for that reason.
    func policyKept(_ reason: String) {
        let quoted = reason.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
        write("policy-kept", "reason=\"\(quoted)\"")
    }

    func stopping(_ signal: String) {
        write("stopping", "signal=\(signal)")
    }

    func stopped() {
        write("stopped")
    }

    func write(_ event: TrackerEvent) {
        switch event {
        case .sessionOpened(let id, let network):
            write("session-opened", "session=\(id.number)", "network=\(network)")
        case .sessionClosed(let id):
            write("session-closed", "session=\(id.number)")
        case .sessionEnded(let id, let reason):
            write("session-ended", "session=\(id.number)", "reason=\(reason)")
        case .credentialsRefused(let refusal, let network):
            write(
                "credentials-refused", "reason=\(refusal.rawValue)", "network=\(network)")
        }
    }

    func write(_ counters: TrackerServerCounters) {
        let tracker = counters.tracker
        write(
            "counters", "sessions=\(counters.sessions)", "swarms=\(counters.swarms)",
            "opened=\(tracker.sessionsOpened)",
            "refused=\(tracker.sessionsRefused + counters.credentialsRefused.values.reduce(0, +))",
            "messages=\(tracker.messages)", "dropped=\(tracker.messagesDropped)",
            "announces=\(tracker.announces)", "introductions=\(tracker.introductions)",
            "unauthorized=\(tracker.announcesUnauthorized)", "grants=\(tracker.grantsUsed)",
            "grants-refused=\(tracker.grantsRefused.values.reduce(0, +))",
            "reports=\(tracker.reports)", "conflicts=\(tracker.reportsConflicting)",
            "attestations=\(tracker.attestations)", "revocations=\(tracker.revocations)",
            "peer-bytes=\(tracker.peerBytes)", "cdn-bytes=\(tracker.cdnBytes)",
            "uploaded-bytes=\(tracker.uploadedBytes)")
        let faults = ChannelFault.allCases.map { "fault-\($0)=\(counters.faults[$0, default: 0])" }
        write("connections", counters.connections.fields + faults)
    }

    private func write(_ event: String, _ fields: String...) { write(event, fields) }

    private func write(_ event: String, _ fields: [String]) {
        let time = Date().formatted(.iso8601)
        Output.line((["time=\(time)", "event=\(event)"] + fields).joined(separator: " "))
    }
}

extension AcceptCounters {
    /// All of them, so that a graph has no holes.
    fileprivate var fields: [String] {
        ["opened=\(opened)", "abandoned=\(abandoned)", "displaced=\(displaced)"]
            + AcceptRefusal.allCases.map { "refused-\($0)=\(refused[$0, default: 0])" }
    }
}
