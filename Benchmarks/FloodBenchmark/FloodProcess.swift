import EventLoop
import Foundation
import Processes

/// A flood in a process of its own, which ends when all connections were made and closes them by that.
struct FloodProcess: Sendable {
    struct End: Sendable {
        let connections: Int
        /// Those that the system did not make.
        let failed: Int
        let time: Duration
    }

    static let flag = "--flood"

    private let child: ChildProcess

    init(at port: UInt16) throws {
        child = try ChildProcess([Self.flag, "\(port)"])
    }

    var isRunning: Bool { child.isRunning }

    func end() throws -> End {
        let fields = try child.line().split(separator: " ").compactMap { Int($0) }
        child.waitUntilExit()
        guard fields.count == 3 else { throw CocoaError(.executableRuntimeMismatch) }
        return End(
            connections: fields[0], failed: fields[1], time: .milliseconds(fields[2]))
    }

    /// What the process does.
    static func run(at port: UInt16) {
        let size = Flood.Size()
        DescriptorLimit.raise(to: size.open + 100)
        var flood = Flood(at: port, size)
        let time = flood.run()
        print(size.connections, flood.failed, Int(time / .milliseconds(1)))
        flood.end()
    }
}
