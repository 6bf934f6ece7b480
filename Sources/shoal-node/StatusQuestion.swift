import EdgeNode
import EventLoop
import Foundation
import NodeConfiguration
import Primitives

/// What is asked of a node that runs, by its operator's listener.
struct StatusQuestion: Hashable, Sendable {
    /// Between two answers.
    static let interval = Duration.seconds(2)

    let address: ListenAddress
    var isJSON = false
    /// Whether it is asked again and again.
    var isRepeated = false

    /// Of a node whose configuration file, or `--admin`, says where that is.
    ///
    /// Throws `ConfigurationProblem`.
    init(
        _ configuration: NodeConfiguration, flags: Set<String>
    ) throws(ConfigurationProblem) {
        guard let address = configuration.admin else {
            throw ConfigurationProblem(
                "admin", "the node has no listener for its operator: --admin 127.0.0.1:7402")
        }
        guard address.isLoopback, address.socketAddress.port != 0 else {
            throw ConfigurationProblem("admin", "\(address) is no place to ask at")
        }
        self.address = address
        isJSON = flags.contains(Self.jsonFlag)
        isRepeated = flags.contains(Self.watchFlag)
    }

    static let jsonFlag = "--json"
    static let watchFlag = "--watch"
}

extension Tool {
    /// Prints how a node is, once or for as long as nobody ends that.
    ///
    /// Throws `StatusProblem` of a node that does not answer, or says what is not understood.
    static func show(_ question: StatusQuestion) async throws {
        while true {
            let answer = try await EdgeNode.status(at: question.address)
            say(
                question.isJSON
                    ? String(decoding: answer, as: UTF8.self) : try NodeStatus(answer).table)
            guard question.isRepeated else { return }
            try await Task.sleep(for: StatusQuestion.interval)
            if !question.isJSON { say("") }
        }
    }
}
