import Foundation
import Primitives

extension NodeConfiguration {
    /// Takes flags and URLs over what is there: `--store-size 2GiB`, `--sites.NAME.origin URL`.
    ///
    /// Throws `ConfigurationProblem`, whose key is the flag.
    package mutating func apply(flags words: [String]) throws(ConfigurationProblem) {
        var rest = words[...]
        while let word = rest.popFirst() {
            guard word.hasPrefix("--") else {
                guard !word.hasPrefix("-") else {
                    throw ConfigurationProblem(word, "there is no such flag")
                }
                try Self.locating(word) { () throws(ConfigurationProblem) in
                    urls.append(try ValueCodec.url.decode(.text(word)))
                }
                continue
            }
            let parts = word.dropFirst(2).split(separator: "=", maxSplits: 1)
            let name = parts.first.map(String.init) ?? ""
            let attached = parts.count == 2 ? String(parts[1]) : nil
            try apply(flag: name, attached, &rest)
        }
    }

    /// Flags that say several things, or what a key says in another way.
    private static let shorthands = [
        "edge": (key: "role", value: "edge"), "loopback": (key: "peers", value: "loopback"),
    ]

    private mutating func apply(
        flag name: String, _ attached: String?, _ rest: inout ArraySlice<String>
    ) throws(ConfigurationProblem) {
        if let short = Self.shorthands[name], attached == nil {
            let value = JSON.text(short.value)
            return try [short.key: value].write(to: &self, by: Self.keys)
        }
        if name.hasPrefix(Self.sitesKey + ".") {
            return try apply(siteFlag: name, attached, &rest)
        }
        guard let key = Self.keys.first(where: { $0.flag == name }) else {
            let known = Self.keys.map(\.flag) + Self.shorthands.keys.sorted()
            let unknown = ConfigurationProblem.unknown(name, among: known)
            throw ConfigurationProblem("--\(name)", unknown.reason)
        }
        let text = try Self.text(of: key.isSwitch, "--\(name)", attached, &rest)
        try Self.locating("--\(name)") { () throws(ConfigurationProblem) in
            try key.writeFlag(text, to: &self)
        }
    }

    private mutating func apply(
        siteFlag name: String, _ attached: String?, _ rest: inout ArraySlice<String>
    ) throws(ConfigurationProblem) {
        let parts = name.split(separator: ".", maxSplits: 3).map(String.init)
        let flag = "--\(name)"
        guard parts.count >= 3 else { throw ConfigurationProblem(flag, "which key of the site?") }
        var site = sites[parts[1]] ?? SiteConfiguration()
        if parts.count == 4, parts[2] == "headers" {
            let text = try Self.text(of: false, flag, attached, &rest)
            site.headers[parts[3]] = SecretText(text)
        } else {
            let keys = SiteConfiguration.keys
            guard parts.count == 3,
                let key = keys.first(where: { $0.flag == parts[2] || $0.name == parts[2] })
            else {
                let unknown = ConfigurationProblem.unknown(parts[2], among: keys.map(\.name))
                throw ConfigurationProblem(flag, unknown.reason)
            }
            let text = try Self.text(of: key.isSwitch, flag, attached, &rest)
            try Self.locating(flag) { () throws(ConfigurationProblem) in
                try key.writeFlag(text, to: &site)
            }
        }
        sites[parts[1]] = site
    }

    private static func text(
        of isSwitch: Bool, _ flag: String, _ attached: String?, _ rest: inout ArraySlice<String>
    ) throws(ConfigurationProblem) -> String {
        if let attached { return attached }
        if isSwitch { return "true" }
        guard let next = rest.popFirst() else {
            throw ConfigurationProblem(flag, "it needs a value")
        }
        return next
    }

    /// A problem of a value is one of the flag that had it.
    private static func locating(
        _ flag: String, _ body: () throws(ConfigurationProblem) -> Void
    ) throws(ConfigurationProblem) {
        do throws(ConfigurationProblem) {
            try body()
        } catch {
            throw ConfigurationProblem(flag, error.reason)
        }
    }
}
