import Primitives
import TrackerCore

extension PolicySetting.Kind {
    private static let largest = 1_000_000_000.0

    /// Returns whether the value is one that the setting can have.
    func set(_ value: PolicyValue, in policy: inout TrackerPolicy) -> Bool {
        switch (self, value) {
        case (.count(let place, let least), .number(let number)):
            guard let count = Self.whole(number), count >= least else { return false }
            policy[keyPath: place] = count
        case (.limit(let place), .number(let number)):
            guard let count = Self.whole(number), count >= 1 else { return false }
            policy[keyPath: place] = count
        case (.limit(let place), .null):
            policy[keyPath: place] = nil
        case (.seconds(let place), .number(let number)):
            guard (0...Self.largest).contains(number) else { return false }
            policy[keyPath: place] = .clamped(seconds: number)
        case (.flag(let place), .flag(let flag)):
            policy[keyPath: place] = flag
        case (.port(let place), .number(let number)):
            guard let port = UInt16(exactly: number) else { return false }
            policy[keyPath: place] = port
        case (.count, _), (.limit, _), (.seconds, _), (.flag, _), (.port, _):
            return false
        }
        return true
    }

    var expectation: String {
        switch self {
        case .count(_, let least): "a whole number, \(least) or more"
        case .limit: "a whole number, 1 or more, or null for no limit"
        case .seconds: "a number of seconds"
        case .flag: "true or false"
        case .port: "a port, 0 to 65535"
        }
    }

    /// The setting's value as a policy file would have it.
    func text(of policy: TrackerPolicy) -> String {
        switch self {
        case .count(let place, _): "\(policy[keyPath: place])"
        case .limit(let place): policy[keyPath: place].map { "\($0)" } ?? "null"
        case .seconds(let place): Self.text(of: policy[keyPath: place])
        case .flag(let place): "\(policy[keyPath: place])"
        case .port(let place): "\(policy[keyPath: place])"
        }
    }

    private static func text(of duration: Duration) -> String {
        guard let whole = whole(duration.inSeconds) else { return "\(duration.inSeconds)" }
        return "\(whole)"
    }

    private static func whole(_ number: Double) -> Int? {
        guard (0...largest).contains(number) else { return nil }
        return Int(exactly: number)
    }
}
