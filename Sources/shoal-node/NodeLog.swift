import Foundation
import NodeConfiguration
import Operations

/// Writes what the node has to say as lines: of `key=value`, or each a JSON object with the time.
struct NodeLog: Sendable {
    let format: NodeConfiguration.LogFormat

    func write(_ event: String, _ fields: KeyValuePairs<String, JSONValue> = [:]) {
        write(LogLine(event, at: time, fields))
    }

    /// Where to play something, or to look at the node.
    func write(_ event: String, own url: String) {
        var line = LogLine(event, at: time)
        line.add(own: url)
        write(line)
    }

    /// Something that the operator had better look after.
    func complain(_ text: String) {
        let line =
            switch format {
            case .text: "shoal-node: \(text)"
            case .json: LogLine("problem", at: time, ["text": .string(text)]).text(as: .json)
            }
        FileHandle.standardError.write(Data((line + "\n").utf8))
    }

    func line(_ line: LogLine) -> String {
        switch format {
        case .text: line.untimed
        case .json: line.text(as: .json)
        }
    }

    private func write(_ line: LogLine) { Tool.say(self.line(line)) }

    /// Of which text has none: the journal, or whatever reads it, adds its own.
    private var time: String {
        switch format {
        case .text: ""
        case .json: Date().formatted(.iso8601)
        }
    }
}
