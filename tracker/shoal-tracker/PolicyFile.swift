import Foundation
import TrackerCore

/// A policy as JSON5: groups of settings, each of them optional and none of them unknown.
struct PolicyFile: Decodable {
    private let groups: [String: [String: PolicyValue]]

    static func read(_ path: String) throws(ToolError) -> TrackerPolicy {
        let text = try TextFile.read(path)
        let file: PolicyFile
        do {
            let decoder = JSONDecoder()
            decoder.allowsJSON5 = true
            file = try decoder.decode(PolicyFile.self, from: Data(text.utf8))
        } catch DecodingError.dataCorrupted {
            // Foundation does not say where.
            throw .badFile("\(path) is not JSON5: look for a comma, brace or quote that is missing")
        } catch {
            throw .badFile(
                "\(path): a policy holds groups of settings, each a number, true, false or null")
        }
        return try file.policy(path)
    }

    init(from decoder: any Decoder) throws {
        groups = try decoder.singleValueContainer().decode([String: [String: PolicyValue]].self)
    }

    /// A line for each setting with its default.
    static var table: String {
        let defaults = TrackerPolicy()
        let width = PolicySetting.all.map(\.name.count).max() ?? 0
        return PolicySetting.all.map { setting in
            let padding = String(repeating: " ", count: width - setting.name.count)
            return "  \(setting.name)\(padding)  \(setting.kind.text(of: defaults))"
        }
        .joined(separator: "\n")
    }

    private func policy(_ path: String) throws(ToolError) -> TrackerPolicy {
        var policy = TrackerPolicy()
        for (group, settings) in groups.sorted(by: { $0.key < $1.key }) {
            for (key, value) in settings.sorted(by: { $0.key < $1.key }) {
                let name = "\(group).\(key)"
                guard let setting = PolicySetting.all.first(where: { $0.name == name }) else {
                    throw .badFile(
                        "\(path): there is no setting \(name); see shoal-tracker serve --help")
                }
                guard setting.kind.set(value, in: &policy) else {
                    throw .badFile("\(path): \(name) must be \(setting.kind.expectation)")
                }
            }
        }
        return policy
    }
}
