/// One event for a log: `time=… event=… key=value`, or the same as a JSON object.
///
/// What is secret by its name is left out, and of a URL no more than the site is written: nothing that
/// a log holds lets anybody in.
package struct LogLine: Hashable, Sendable {
    package enum Format: String, CaseIterable, Sendable {
        case keyValue = "text"
        case json
    }

    package static let redacted = "[redacted]"

    /// Parts of a field's name that say that nobody may read its value.
    private static let secretNames = [
        "authorization", "cookie", "credential", "password", "secret", "signature", "token",
        "grant-text",
        "sdk-key", "psk",
    ]

    private var fields: [(name: String, value: JSONValue)]

    /// `time` as ISO 8601.
    package init(_ event: String, at time: String, _ fields: KeyValuePairs<String, JSONValue> = [:])
    {
        self.fields = [("time", .string(time)), ("event", .string(event))]
        for (name, value) in fields { add(name, value) }
    }

    package mutating func add(_ name: String, _ value: JSONValue) {
        let lowercased = name.lowercased()
        let isSecret = Self.secretNames.contains { lowercased.contains($0) }
        fields.append((name, isSecret ? .string(Self.redacted) : Self.withoutSecrets(value)))
    }

    /// A URL of the service itself, which the line is there to tell the operator: it is written whole.
    package mutating func add(own url: String) { fields.append(("url", .string(url))) }

    /// Names and values after the event, as one line for a service manager that adds the time by itself.
    package var untimed: String {
        let pairs = fields.dropFirst(2).map { name, value in
            value == .string("") ? "\(name)=" : "\(name)=\(Self.plain(value))"
        }
        return ([Self.plain(fields[1].value)] + pairs).joined(separator: " ")
    }

    package func text(as format: Format) -> String {
        switch format {
        case .keyValue:
            fields.map { "\($0.name)=\(Self.plain($0.value))" }.joined(separator: " ")
        case .json:
            JSONValue.object(fields.map { JSONValue.Member($0.name, $0.value) }).text
        }
    }

    package static func == (left: LogLine, right: LogLine) -> Bool {
        left.text(as: .json) == right.text(as: .json)
    }

    package func hash(into hasher: inout Hasher) { hasher.combine(text(as: .json)) }

    /// Without quotes where they are not needed to see where the value ends.
    private static func plain(_ value: JSONValue) -> String {
        guard case .string(let text) = value else { return value.text }
        let isPlain =
            !text.isEmpty
            && text.utf8.allSatisfy {
                $0 > 0x20 && $0 < 0x7f && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\")
                    && $0 != UInt8(ascii: "=")
            }
        return isPlain ? text : JSONValue.quoted(text)
    }

    private static func withoutSecrets(_ value: JSONValue) -> JSONValue {
        switch value {
        case .string(let text): .string(withoutPaths(text))
        case .array(let values): .array(values.map(withoutSecrets))
        case .object(let members):
            .object(members.map { JSONValue.Member($0.name, withoutSecrets($0.value)) })
        case .null, .bool, .int, .double: value
        }
    }

    /// Cuts every URL in the text after its host: paths and queries may be signed, and users named before it.
    static func withoutPaths(_ text: String) -> String {
        var rest = text[...]
        var written = ""
        while let mark = rest.firstRange(of: "://") {
            written += rest[..<mark.upperBound]
            let word = rest[mark.upperBound...].prefix { !$0.isWhitespace && !"\"'<>".contains($0) }
            rest = rest[word.endIndex...]
            let authority = word.prefix { !"/?#".contains($0) }
            let site = authority.split(separator: "@", omittingEmptySubsequences: false).last ?? ""
            written += site
            if site.count < word.count { written += "/…" }
        }
        return written + rest
    }
}
