import Foundation
import Operations
import Primitives
import TrackerCore
import TrackerServer
import Transport

/// Writes what happens as lines, the time first: of `key=value`, or each a JSON object.
struct ServeLog: Sendable {
    private typealias Field = JSONValue.Member

    private let format: LogLine.Format

    init(_ options: Options) throws(ToolError) {
        guard let name = options[.logFormat] else {
            format = .keyValue
            return
        }
        guard let format = LogLine.Format(rawValue: name) else {
            throw options.usageError("\"\(name)\" is no format of a log: text or json")
        }
        self.format = format
    }

    func listening(at address: SocketAddress) {
        write("listening", .init("address", "\(address)"))
    }

    func adminListening(at address: SocketAddress) {
        write("admin-listening", .init("address", "\(address)"))
    }

    /// What an operator had done, or would have.
    func ordered(_ order: String, _ what: String, _ answer: String) {
        write(
            "admin-\(order)", .init("what", what), .init("answer", answer))
    }

    func policyRead() {
        write("policy-read")
    }

    /// The new one is not used, for that reason.
    func policyKept(_ reason: String) {
        write("policy-kept", .init("reason", reason))
    }

    func stopping(_ signal: String) {
        write("stopping", .init("signal", signal))
    }

    func stopped() {
        write("stopped")
    }

    func write(_ event: TrackerEvent) {
        switch event {
        case .sessionOpened(let id, let network):
            write("session-opened", .init("session", id.number), .init("network", "\(network)"))
        case .sessionClosed(let id):
            write("session-closed", .init("session", id.number))
        case .sessionEnded(let id, let reason):
            write("session-ended", .init("session", id.number), .init("reason", "\(reason)"))
        case .credentialsRefused(let refusal, let network):
            write(
                "credentials-refused", .init("reason", refusal.rawValue),
                .init("network", "\(network)"))
        }
    }

    func write(_ counters: TrackerServerCounters) {
        let tracker = counters.tracker
        write(
            "counters", .init("sessions", counters.sessions), .init("swarms", counters.swarms),
            .init("opened", tracker.sessionsOpened),
            .init(
                "refused", tracker.sessionsRefused + counters.credentialsRefused.values.reduce(0, +)
            ),
            .init("messages", tracker.messages), .init("dropped", tracker.messagesDropped),
            .init("announces", tracker.announces), .init("introductions", tracker.introductions),
            .init("unauthorized", tracker.announcesUnauthorized),
            .init("grants", tracker.grantsUsed),
            .init("grants-refused", tracker.grantsRefused.values.reduce(0, +)),
            .init("reports", tracker.reports), .init("conflicts", tracker.reportsConflicting),
            .init("attestations", tracker.attestations), .init("revocations", tracker.revocations),
            .init("peer-bytes", tracker.peerBytes), .init("cdn-bytes", tracker.cdnBytes),
            .init("uploaded-bytes", tracker.uploadedBytes))
        let faults = ChannelFault.allCases.map {
            Field("fault-\($0)", counters.faults[$0, default: 0])
        }
        write("connections", counters.connections.fields + faults)
    }

    private func write(_ event: String, _ fields: Field...) { write(event, fields) }

    private func write(_ event: String, _ fields: [Field]) {
        var line = LogLine(event, at: Date().formatted(.iso8601))
        for field in fields { line.add(field.name, field.value) }
        Output.line(line.text(as: format))
    }
}

extension AcceptCounters {
    /// All of them, so that a graph has no holes.
    fileprivate var fields: [JSONValue.Member] {
        [
            .init("opened", opened), .init("abandoned", abandoned),
            .init("displaced", displaced),
        ] + AcceptRefusal.allCases.map { .init("refused-\($0)", refused[$0, default: 0]) }
    }
}
