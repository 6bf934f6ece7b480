/// Which description of a track a session took in last.
package struct TrackRevision: Hashable, Sendable {
    package static let first = TrackRevision(count: 1)

    private let count: Int

    private init(count: Int) { self.count = count }

    var next: TrackRevision { TrackRevision(count: count + 1) }
}
