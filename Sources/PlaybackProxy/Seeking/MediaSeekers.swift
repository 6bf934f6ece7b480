import Manifests

/// The players who wait for `MediaSearch` to find what they asked for.
struct MediaSeekers {
    typealias Seeker = @Sendable (isolated PlayerProxy, _ isFound: Bool) -> Void

    var search: MediaSearch
    private var waiting: [Int: Seeker] = [:]
    private var numbers = 0

    init(from root: ResolvedURI) {
        search = MediaSearch(from: root)
    }

    mutating func add(_ seeker: @escaping Seeker) -> Int {
        numbers += 1
        waiting[numbers] = seeker
        return numbers
    }

    mutating func remove(_ number: Int) -> Seeker? { waiting.removeValue(forKey: number) }

    mutating func removeAll() -> [Seeker] {
        defer { waiting = [:] }
        return waiting.sorted { $0.key < $1.key }.map(\.value)
    }
}
