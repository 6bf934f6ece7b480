import Manifests
import Primitives

/// Has everything fetched that a film's playlists name, a few segments at a time.
///
/// What a live channel shows is over before anybody comes: of that nothing is fetched.
struct WholeFetch: Sendable {
    enum Action: Hashable, Sendable {
        /// The answer is `named` or `listed`, and then `read`.
        case read(ResolvedURI)
        /// The answer is `ended`.
        case fetch(SegmentID)
    }

    /// Segments under way at one time: those who play come first.
    private static let mostFetches = 2

    private let root: ResolvedURI
    private var playlists: [ResolvedURI] = []
    private var isReading = false
    /// Those that are listed and were not fetched yet, the next one last.
    private var segments: [SegmentID] = []
    private var fetches = 0

    init(of root: ResolvedURI) {
        self.root = root
    }

    mutating func start(into actions: inout [Action]) {
        isReading = true
        actions.append(.read(root))
    }

    /// The root names these playlists, which are read one after the other.
    mutating func named(_ uris: Set<ResolvedURI>, by uri: ResolvedURI) {
        guard uri == root, playlists.isEmpty else { return }
        playlists = uris.subtracting([root]).sorted { $0.text > $1.text }
    }

    /// A playlist lists these, and will list no others.
    mutating func listed(_ listed: [SegmentID], into actions: inout [Action]) {
        guard isReading else { return }
        segments = listed.reversed()
        goOn(into: &actions)
    }

    /// What was to be read has been read, or cannot be.
    mutating func read(into actions: inout [Action]) {
        isReading = false
        goOn(into: &actions)
    }

    /// A segment is here, or does not come.
    mutating func ended(into actions: inout [Action]) {
        fetches -= 1
        goOn(into: &actions)
    }

    private mutating func goOn(into actions: inout [Action]) {
        while fetches < Self.mostFetches, let next = segments.popLast() {
            fetches += 1
            actions.append(.fetch(next))
        }
        guard !isReading, fetches == 0, segments.isEmpty, let next = playlists.popLast() else {
            return
        }
        isReading = true
        actions.append(.read(next))
    }
}
