import Foundation
import Glibc

/// Runs mpv and hears over its own protocol, JSON by lines, where it is.
final class MPV: Sendable {
    /// What mpv says of itself.
    enum Report: Sendable {
        case position(seconds: Double)
        case buffered(seconds: Double)
        case paused(Bool)
    }

    struct CannotConnect: Error {}

    private static let properties = ["time-pos", "demuxer-cache-duration", "pause"]

    let reports: AsyncStream<Report>
    private let status: AsyncStream<Int32>

    init(playing url: URL, options: [String]) throws {
        var ends: [Int32] = [0, 0]
        guard unsafe socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends) == 0 else {
            throw CannotConnect()
        }
        let ours = FileHandle(fileDescriptor: ends[0], closeOnDealloc: true)
        let its = FileHandle(fileDescriptor: ends[1], closeOnDealloc: true)
        let player = Process()
        player.executableURL = URL(filePath: "/usr/bin/env")
        // Its standard input is the connection.
        player.arguments =
            ["mpv", "--no-config", "--no-input-terminal", "--input-ipc-client=fd://0"] + options
            + [url.absoluteString]
        player.standardInput = its
        let (status, ended) = AsyncStream.makeStream(of: Int32.self)
        let (reports, said) = AsyncStream.makeStream(of: Report.self)
        player.terminationHandler = { player in
            ours.readabilityHandler = nil
            said.finish()
            ended.yield(player.terminationStatus)
            ended.finish()
        }
        (self.status, self.reports) = (status, reports)
        try player.run()
        let lines = Lines()
        ours.readabilityHandler = { handle in
            for line in lines.taking(handle.availableData) {
                if let report = Self.report(line) { said.yield(report) }
            }
        }
        for (number, property) in Self.properties.enumerated() {
            let words = #"{"command":["observe_property",\#(number + 1),"\#(property)"]}"#
            try ours.write(contentsOf: Data((words + "\n").utf8))
        }
    }

    /// How it ended: 0 if all went well.
    func end() async -> Int32 {
        for await status in status { return status }
        return -1
    }

    private static func report(_ line: Data) -> Report? {
        struct Event: Decodable {
            enum Value: Decodable {
                case number(Double)
                case flag(Bool)

                init(from decoder: any Decoder) throws {
                    let container = try decoder.singleValueContainer()
                    do {
                        self = .flag(try container.decode(Bool.self))
                    } catch {
                        self = .number(try container.decode(Double.self))
                    }
                }
            }

            let name: String
            let data: Value
        }
        do {
            let event = try JSONDecoder().decode(Event.self, from: line)
            return switch (event.name, event.data) {
            case ("time-pos", .number(let seconds)): .position(seconds: seconds)
            case ("demuxer-cache-duration", .number(let seconds)): .buffered(seconds: seconds)
            case ("pause", .flag(let isPaused)): .paused(isPaused)
            case (_, _): nil
            }
        } catch {
            // An answer to a command, or a property that has no value yet.
            return nil
        }
    }
}
