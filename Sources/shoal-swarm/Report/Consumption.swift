/// Who played what: from it follows how little the CDN could have sent.
struct Consumption: Sendable {
    /// Bytes of all segments that players got, each as often as it was played.
    private(set) var played = 0
    /// Bytes of each segment that anybody played, by what the origin calls it.
    private(set) var segments: [String: Int] = [:]

    init(_ viewers: [ViewerState]) {
        for (name, bytes) in viewers.flatMap(\.loaded) {
            played += bytes
            segments[name] = max(segments[name] ?? 0, bytes)
        }
    }

    /// Bytes of one copy of each segment that was played.
    var distinct: Int { segments.values.reduce(0, +) }

    /// The most of what was played that can have come from peers: all but one copy of each segment.
    var bound: Double { played == 0 ? 0 : Double(played - distinct) / Double(played) }
}
