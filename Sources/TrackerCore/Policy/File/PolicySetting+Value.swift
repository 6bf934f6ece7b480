import Primitives
import TrackerWire

extension PolicySetting.Kind {
    private static let largest = 1_000_000_000.0

    /// Returns whether the value is one that the setting can have.
    func set(_ value: PolicyNode.Value, in policy: inout TrackerPolicy) -> Bool {
        switch (self, value) {
        case (.count(let place, let least), .number(let number)):
            guard let count = Self.whole(number), count >= least else { return false }
            policy[keyPath: place] = count
        case (.limit(let place), .number(let number)):
            guard let count = Self.whole(number), count >= 1 else { return false }
            policy[keyPath: place] = count
        case (.limit(let place), .null):
            policy[keyPath: place] = nil
        case (.seconds(let place, let most), .number(let number)):
            guard (0...most.inSeconds).contains(number) else { return false }
            policy[keyPath: place] = .clamped(seconds: number)
        case (.flag(let place), .flag(let flag)):
            policy[keyPath: place] = flag
        case (.port(let place), .number(let number)):
            guard let port = UInt16(exactly: number) else { return false }
            policy[keyPath: place] = port
        case (.names(let place), .list(let nodes)):
            guard let names = Self.texts(nodes) else { return false }
            policy[keyPath: place] = Set(names)
        case (.keys(let place), .list(let nodes)):
            guard let keys = Self.all(nodes, Bytes32.init(hex:)) else { return false }
            policy[keyPath: place] = Set(keys)
        case (.clients(let place), .list(let nodes)):
            guard let keys = Self.all(nodes, Bytes32.init(hex:)) else { return false }
            policy[keyPath: place] = Set(keys.map(PeerID.init))
        case (.grants(let place), .list(let nodes)):
            guard let ids = Self.all(nodes, GrantID.init(hex:)) else { return false }
            policy[keyPath: place] = Set(ids)
        case (.count, _), (.limit, _), (.seconds, _), (.flag, _), (.port, _), (.names, _),
            (.keys, _), (.clients, _), (.grants, _):
            return false
        }
        return true
    }

    var expectation: String {
        switch self {
        case .count(_, let least): "a whole number, \(least) or more"
        case .limit: "a whole number, 1 or more, or null for no limit"
        case .seconds(_, let most) where most < .seconds(Self.largest):
            "a number of seconds, at most \(Self.text(of: most))"
        case .seconds: "a number of seconds"
        case .flag: "true or false"
        case .port: "a port, 0 to 65535"
        case .keys, .clients: "a list of keys, each of 64 hexadecimal digits"
        case .grants: "a list of grant ids, each of 32 hexadecimal digits"
        case .names: "a list of texts: [\"a\", \"b\"]"
        }
    }

    /// The setting's value as a policy file would have it.
    func text(of policy: TrackerPolicy) -> String {
        switch self {
        case .count(let place, _): "\(policy[keyPath: place])"
        case .limit(let place): policy[keyPath: place].map { "\($0)" } ?? "null"
        case .seconds(let place, _): Self.text(of: policy[keyPath: place])
        case .flag(let place): "\(policy[keyPath: place])"
        case .port(let place): "\(policy[keyPath: place])"
        case .names(let place): Self.text(of: policy[keyPath: place])
        case .keys(let place): Self.text(of: Set(policy[keyPath: place].map(\.hex)))
        case .clients(let place): Self.text(of: Set(policy[keyPath: place].map(\.value.hex)))
        case .grants(let place): Self.text(of: Set(policy[keyPath: place].map(\.hex)))
        }
    }

    private static func text(of duration: Duration) -> String {
        guard let whole = whole(duration.inSeconds) else { return "\(duration.inSeconds)" }
        return "\(whole)"
    }

    private static func text(of names: Set<String>) -> String {
        "[" + names.sorted().map { "\"\($0)\"" }.joined(separator: ", ") + "]"
    }

    private static func texts(_ nodes: [PolicyNode]) -> [String]? {
        var texts: [String] = []
        for node in nodes {
            guard case .text(let text) = node.value, isPlain(text) else { return nil }
            texts.append(text)
        }
        return texts
    }

    private static func all<Value>(_ nodes: [PolicyNode], _ read: (String) -> Value?) -> [Value]? {
        guard let texts = texts(nodes) else { return nil }
        let values = texts.compactMap(read)
        return values.count == texts.count ? values : nil
    }

    /// Whether it is of printable ASCII without quotes, as names of apps and keys are.
    static func isPlain(_ text: String) -> Bool {
        !text.isEmpty && text.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7f && $0 != 0x22 && $0 != 0x5c }
    }

    private static func whole(_ number: Double) -> Int? {
        guard (0...largest).contains(number) else { return nil }
        return Int(exactly: number)
    }
}
