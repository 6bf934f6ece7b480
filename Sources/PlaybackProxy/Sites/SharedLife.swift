import Origin
import Primitives

/// For how long an origin lets its answer be given to others who ask for the same (RFC 9111).
enum SharedLife {
    /// No answer is kept for longer without being looked at again.
    static let longest = Duration.seconds(86_400)

    /// Zero where it may be given to nobody else, or where nothing says that it may.
    static func of(_ response: OriginResponse) -> Duration {
        let directives = directives(of: response)
        let forbidding = ["no-store", "no-cache", "private"]
        guard !forbidding.contains(where: { directives.keys.contains($0) }),
            response.first("Set-Cookie") == nil, response.first("Vary") != "*"
        else { return .zero }
        let age = response.first("Age").flatMap { UInt32($0) } ?? 0
        let life = stated(directives, response) ?? guessed(response)
        return min(max(life - .seconds(age), .zero), longest)
    }

    /// What the origin says itself (4.2.1).
    private static func stated(
        _ directives: [String: String], _ response: OriginResponse
    ) -> Duration? {
        if let seconds = directives["s-maxage"] ?? directives["max-age"] {
            return UInt32(seconds).map { .seconds($0) } ?? .zero
        }
        guard let expires = response.first("Expires") else { return nil }
        guard let end = HTTPDate.parse(expires), let now = date(of: response) else { return .zero }
        return end - now
    }

    /// A tenth of the time for which it has stayed as it is (4.2.2).
    private static func guessed(_ response: OriginResponse) -> Duration {
        guard let made = response.first("Last-Modified").flatMap(HTTPDate.parse),
            let now = date(of: response)
        else { return .zero }
        return (now - made) / 10
    }

    private static func date(of response: OriginResponse) -> Duration? {
        response.first("Date").flatMap(HTTPDate.parse)
    }

    /// Names in small letters, with what is said of them.
    private static func directives(of response: OriginResponse) -> [String: String] {
        let values = response.headers.filter { $0.name.lowercased() == "cache-control" }
        var directives: [String: String] = [:]
        for word in values.flatMap({ $0.value.split(separator: ",") }) {
            let parts = word.split(separator: "=", maxSplits: 1).map { part in
                part.filter { $0 != " " && $0 != "\t" && $0 != "\"" }
            }
            guard let name = parts.first?.lowercased() else { continue }
            directives[name] = parts.count == 2 ? parts[1] : ""
        }
        return directives
    }
}
