import Engine
import Manifests
import Origin
import Primitives

/// What is known of the media files that one session was opened with, and who answers for each.
///
/// What an origin says of a moment only is not kept.
struct FileBook {
    private enum Knowledge {
        case file(SharedFile)
        case passedThrough(PassedThroughReason)
        case manifest
    }

    /// Who answers a request.
    enum Answerer {
        case file(SharedFile)
        /// What reads playlists: it is one.
        case playlists
        /// The origin alone, as far as it is known to have anything.
        case origin
    }

    /// What follows from an origin's word.
    struct Change {
        /// What the engine is to be told, in order.
        var descriptions: [TrackDescription] = []
        /// A file of which nothing was known before, not even for how long it plays.
        var opened: SharedFile?
    }

    /// What follows from a piece that cannot be had.
    enum Recovery {
        /// The origin is asked what it has now, and that is answered with.
        case askAgain
        /// What it says to the player's own request is the answer.
        case origin(Change)
    }

    private let keys: ContentKeys
    private var mimeTypes: [Resource: String] = [:]
    private var known: [Resource: Knowledge] = [:]

    init(keys: ContentKeys) { self.keys = keys }

    /// The application says what it opens.
    mutating func declare(_ resource: Resource, mimeType: String?) {
        mimeTypes[resource] = mimeType
    }

    /// Why what the application opened is not exchanged, if it is media that could have been.
    var reason: PassedThroughReason? {
        known.values.lazy.compactMap { knowledge in
            switch knowledge {
            case .passedThrough(let reason): reason
            case .file, .manifest: nil
            }
        }.first
    }

    /// Whether it is to be answered as media; the rest is to be read as a playlist first.
    func isMedia(_ resource: Resource) -> Bool {
        guard case .root(let uri) = resource else { return false }
        return switch known[resource] {
        case .file, .passedThrough: true
        case .manifest: false
        case nil: MediaGuess(uri, mimeType: mimeTypes[resource]) == .file
        }
    }

    /// Whether the origin need not be asked first.
    func isKnown(_ resource: Resource) -> Bool { known[resource] != nil }

    func answerer(of resource: Resource) -> Answerer {
        switch known[resource] {
        case .file(let file): .file(file)
        case .manifest: .playlists
        case .passedThrough, nil: .origin
        }
    }

    /// The file as it is known now.
    func file(_ resource: Resource) -> SharedFile? {
        guard case .file(let file)? = known[resource] else { return nil }
        return file
    }

    /// The origin has answered a request for the first bytes.
    mutating func found(
        _ response: OriginResponse, firstBytes: [UInt8], of resource: Resource
    ) -> Change {
        switch FileFinding(response, firstBytes: firstBytes) {
        case .file(let version, let table):
            found(
                SharedFile(resource.uri, version, table, response: response, keys: keys),
                of: resource)
        case .manifest: learn(.manifest, of: resource)
        case .passedThrough(let reason): learn(.passedThrough(reason), of: resource)
        case .nothing: Change()
        }
    }

    /// A piece cannot be had, for an answer whose head is not out yet; `isSecond` after asking again.
    mutating func failed(
        _ failure: SegmentFailure, of resource: Resource, isSecond: Bool
    ) -> Recovery {
        guard !failure.mayBeOver || isSecond else { return .askAgain }
        guard case .otherVersion = failure else { return .origin(Change()) }
        // It answers a small range as it should, and a piece otherwise.
        return .origin(learn(.passedThrough(.originWithoutRanges), of: resource))
    }

    /// Some of the file has told for how long it plays.
    mutating func plays(_ file: SharedFile, for time: Duration, _ resource: Resource) -> Change {
        guard var now = self.file(resource), now.track == file.track else { return Change() }
        now.playingTime = time
        known[resource] = .file(now)
        return Change(descriptions: [now.description(keys: keys)])
    }

    private mutating func found(_ file: SharedFile, of resource: Resource) -> Change {
        guard var old = self.file(resource), old.version == file.version else {
            var change = learn(.file(file), of: resource)
            change.opened = file
            return change
        }
        let hasMoved = old.url != file.url
        old.move(to: file)
        known[resource] = .file(old)
        return Change(descriptions: hasMoved ? [old.description(keys: keys)] : [])
    }

    private mutating func learn(_ knowledge: Knowledge, of resource: Resource) -> Change {
        var change = Change()
        if let old = file(resource) { change.descriptions.append(old.withdrawal) }
        known[resource] = knowledge
        if case .file(let file) = knowledge {
            change.descriptions.append(file.description(keys: keys))
        }
        return change
    }
}
