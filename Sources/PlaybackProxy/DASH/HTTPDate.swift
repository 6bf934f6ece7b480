import Manifests
import Origin

/// The dates of HTTP headers (RFC 9110, 5.6.7), in the one form that may be sent.
enum HTTPDate {
    private static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]

    /// The time of day where the answer comes from: a cache between says how old it is.
    static func now(at response: OriginResponse) -> Duration? {
        let age = response.first("Age").flatMap { UInt32($0) } ?? 0
        return response.first("Date").flatMap(parse).map { $0 + .seconds(age) }
    }

    /// Since 1970; nil for anything else than `Tue, 15 Nov 1994 08:12:31 GMT`.
    static func parse(_ text: String) -> Duration? {
        let words = text.split(separator: " ")
        guard words.count == 6, words[5] == "GMT",
            let month = months.firstIndex(of: String(words[2]))
        else { return nil }
        return DASHTime.date("\(words[3])-\(month + 1)-\(words[1])T\(words[4])Z")
    }
}
