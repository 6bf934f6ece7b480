/// What is wrong with a configuration, by the key that it is wrong at.
package struct ConfigurationProblem: Error, Hashable, CustomStringConvertible {
    /// The key's path in the file (`sites.news.origin`) or the flag's name; empty for all of it.
    package let key: String
    package let reason: String

    package init(_ key: String, _ reason: String) {
        self.key = key
        self.reason = reason
    }

    package var description: String { key.isEmpty ? reason : "\(key): \(reason)" }

    /// The same below another key.
    func under(_ parent: String) -> ConfigurationProblem {
        ConfigurationProblem(key.isEmpty ? parent : "\(parent).\(key)", reason)
    }

    static func unknown(_ key: String, among known: [String]) -> ConfigurationProblem {
        let near = NearestName.of(key, among: known).map { "; did you mean \($0)?" } ?? ""
        return ConfigurationProblem(key, "there is no such key\(near)")
    }
}
