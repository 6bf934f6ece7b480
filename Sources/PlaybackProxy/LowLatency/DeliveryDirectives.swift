import Manifests

/// What a player of low-latency HLS asks of the origin beside a playlist: `_HLS_msn`, `_HLS_part`,
/// `_HLS_skip`, and whatever the standard will add under that prefix.
struct DeliveryDirectives: Hashable {
    private static let prefix = "_HLS_"
    private static let skip = "_HLS_skip="
    private static let number = "_HLS_msn="

    /// As they were asked, in their order.
    private let parameters: [String]

    private init(parameters: [String]) {
        self.parameters = parameters
    }

    init(query: String?) {
        let all = query?.split(separator: "&") ?? []
        parameters = all.filter { $0.hasPrefix(Self.prefix) }.map(String.init)
    }

    /// Those that wait for a version of a playlist.
    init(awaiting awaited: AwaitedPart?) {
        parameters =
            awaited.map { awaited in
                ["\(Self.number)\(awaited.segment)"]
                    + (awaited.part.map { ["\(Self.prefix)part=\($0)"] } ?? [])
            } ?? []
    }

    /// The origin keeps the request until the playlist is as far as that.
    var isBlocking: Bool { parameters.contains { $0.hasPrefix(Self.number) } }

    /// The same, for the whole playlist: an answer to that serves who would take less, too.
    var forWhole: DeliveryDirectives {
        DeliveryDirectives(parameters: parameters.filter { !$0.hasPrefix(Self.skip) })
    }

    /// The URL with the directives behind its own query, where a player would put them.
    func added(to url: String) -> String {
        guard !parameters.isEmpty else { return url }
        let end = url.firstIndex(of: "#") ?? url.endIndex
        let joint =
            switch url[..<end].firstIndex(of: "?") {
            case nil: "?"
            case let mark?: url[mark..<end].count == 1 ? "" : "&"
            }
        return "\(url[..<end])\(joint)\(parameters.joined(separator: "&"))\(url[end...])"
    }
}
