/// How far the hashing of a tree has come; says so every few seconds.
struct Progress {
    private static let interval = Duration.seconds(3)

    private(set) var segments = 0
    private(set) var bytes = 0
    private let clock = ContinuousClock()
    private var said: ContinuousClock.Instant

    init() {
        said = clock.now
    }

    mutating func hashed(_ count: Int) {
        segments += 1
        bytes += count
        guard clock.now - said >= Self.interval else { return }
        said = clock.now
        Output.note("\(segments) segments, \(Self.text(ofBytes: bytes)) …")
    }

    static func text(ofBytes bytes: Int) -> String {
        let megabytes = bytes / 100_000
        return "\(megabytes / 10).\(megabytes % 10) MB"
    }
}
