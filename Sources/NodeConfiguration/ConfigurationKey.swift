import Primitives

/// One key of a configuration: its name, what it means, and where its value goes.
struct ConfigurationKey<Root: Sendable>: Sendable {
    /// What a running node does when the value has changed.
    enum Change: Sendable {
        case takesEffect
        case needsRestart
    }

    let name: String
    /// The flag without its dashes.
    let flag: String
    let help: String
    let change: Change
    let isSwitch: Bool
    let isRepeated: Bool
    let read: @Sendable (Root) -> JSON
    let write: @Sendable (inout Root, JSON) throws(ConfigurationProblem) -> Void
    let isSame: @Sendable (Root, Root) -> Bool
    /// Takes the value over from another.
    let copy: @Sendable (inout Root, Root) -> Void
    /// What a flag with this text adds to the value so far.
    private let parse: @Sendable (String) -> JSON

    init<Value: Hashable & Sendable>(
        _ name: String, _ path: any WritableKeyPath<Root, Value> & Sendable,
        _ codec: ValueCodec<Value>, flag: String? = nil, change: Change = .needsRestart,
        _ help: String
    ) {
        self.name = name
        self.flag = flag ?? Self.dashed(name)
        self.help = help
        self.change = change
        isSwitch = codec.shape == .none
        isRepeated = codec.shape == .each
        parse = codec.value
        isSame = { $0[keyPath: path] == $1[keyPath: path] }
        copy = { $0[keyPath: path] = $1[keyPath: path] }
        read = { codec.encode($0[keyPath: path]) }
        write = { root, value throws(ConfigurationProblem) in
            do throws(ConfigurationProblem) {
                root[keyPath: path] = try codec.decode(value)
            } catch {
                throw error.under(name)
            }
        }
    }

    func writeFlag(_ text: String, to root: inout Root) throws(ConfigurationProblem) {
        let value = parse(text)
        guard isRepeated else { return try write(&root, value) }
        guard case .list(let values) = read(root) else { return }
        try write(&root, .list(values + [value]))
    }

    /// `storeDays` is `store-days`.
    private static func dashed(_ name: String) -> String {
        name.reduce(into: "") { $0 += $1.isUppercase ? "-\($1.lowercased())" : String($1) }
    }
}

extension [String: JSON] {
    /// Writes each value where its key says; the first problem in the order of the keys counts.
    func write<Root>(
        to root: inout Root, by keys: [ConfigurationKey<Root>], besides others: [String] = []
    ) throws(ConfigurationProblem) {
        let known = keys.map(\.name) + others
        for name in self.keys.sorted() where !known.contains(name) {
            throw .unknown(name, among: known)
        }
        for key in keys {
            guard let value = self[key.name] else { continue }
            try key.write(&root, value)
        }
    }
}
