import Manifests
import Origin
import Primitives

/// Short files that all players of a content get alike, such as initialization segments.
///
/// Who asks while one is on its way waits for it; each is kept in memory for as long as its origin allows.
struct SharedFiles {
    /// A file, or a part of it.
    struct Subject: Hashable, Sendable {
        let uri: ResolvedURI
        let part: ClosedRange<Int>?
    }

    struct File: Sendable {
        let response: OriginResponse
        let body: [UInt8]
        let madeAt: Moment
    }

    /// Hears what came, and whether it was here already; nil where it has to be asked for alone.
    typealias Waiter = @Sendable (File?) -> Void

    /// Longer ones are asked for by each.
    static let longest = 1 << 20
    static let mostBytes = 8 << 20
    private static let mostLong = 256

    private var kept: [Subject: (file: File, until: Moment)] = [:]
    private var bytes = 0
    private var waiting: [Subject: [Waiter]] = [:]
    /// Those that have been found to be long.
    private var long: Set<Subject> = []

    func file(_ subject: Subject, at now: Moment) -> File? {
        kept[subject].flatMap { $0.until > now ? $0.file : nil }
    }

    /// Whether nothing speaks against asking for all of it.
    func mayBeShort(_ subject: Subject) -> Bool {
        !long.contains(subject) && (subject.part?.count ?? 1) <= Self.longest
    }

    /// Returns whether it is to be asked for now.
    mutating func wait(for subject: Subject, _ waiter: @escaping Waiter) -> Bool {
        waiting[subject, default: []].append(waiter)
        return waiting[subject]?.count == 1
    }

    /// It has come, or will not; returns who has waited for that.
    mutating func ended(_ subject: Subject) -> [Waiter] {
        waiting.removeValue(forKey: subject) ?? []
    }

    mutating func keep(_ file: File, as subject: Subject, for life: Duration) {
        guard life > .zero, file.body.count <= Self.longest else { return }
        // What is still asked for is here again with the next request.
        if bytes + file.body.count > Self.mostBytes {
            kept = [:]
            bytes = 0
        }
        bytes += file.body.count - (kept[subject]?.file.body.count ?? 0)
        kept[subject] = (file, file.madeAt + life)
    }

    mutating func isLong(_ subject: Subject) {
        if long.count >= Self.mostLong { long = [] }
        long.insert(subject)
    }

    /// Nothing is kept any more; returns all who wait.
    mutating func end() -> [Waiter] {
        defer { self = SharedFiles() }
        return waiting.values.flatMap(\.self)
    }
}
