import Foundation
import Processes

/// A victim in a process of its own, as the system sees it.
struct VictimProcess: Sendable {
    /// What it holds of the machine.
    struct Holdings: Sendable {
        /// Resident memory in bytes.
        var memory = 0
        var descriptors = 0
        /// Processor time used so far.
        var time = Duration.zero
    }

    let port: UInt16
    private let child: ChildProcess

    init(_ kind: VictimKind) throws {
        child = try ChildProcess([Victim.flag, kind.rawValue])
        guard let port = UInt16(try child.line()) else { throw CocoaError(.executableLoad) }
        self.port = port
    }

    /// Ends it, and returns what it says about itself.
    func end() throws -> String {
        try child.closeInput()
        let counters = try child.line()
        child.waitUntilExit()
        return counters
    }

    private func processorTime() throws -> Duration {
        let stat = try String(contentsOfFile: "\(child.folder)/stat", encoding: .utf8)
        // Behind the name, which may hold anything; fields 14 and 15 of all are in ticks.
        let fields = stat.split(separator: ")").last?.split(separator: " ") ?? []
        let ticks = fields.dropFirst(11).prefix(2).compactMap { Int($0) }.reduce(0, +)
        return .milliseconds(ticks * 1_000 / Int(sysconf(Int32(_SC_CLK_TCK))))
    }

    func holdings() throws -> Holdings {
        let statm = try String(contentsOfFile: "\(child.folder)/statm", encoding: .utf8)
        let pages = statm.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
        return Holdings(
            memory: pages * Int(sysconf(Int32(_SC_PAGESIZE))),
            descriptors: try FileManager.default.contentsOfDirectory(
                atPath: "\(child.folder)/fd"
            ).count,
            time: try processorTime())
    }
}
