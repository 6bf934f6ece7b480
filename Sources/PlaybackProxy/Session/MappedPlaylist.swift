package import Engine
package import Manifests
import Primitives

/// One playlist as it is given to the player, through all its versions.
///
/// A version costs what is new in it: the rest of the text is left where it is, and what was named
/// there stays named.
package struct MappedPlaylist: Sendable {
    /// What a version changes.
    package struct Change {
        /// What is named by a reference more, and by one less, once for each.
        package internal(set) var added: [Int] = []
        package internal(set) var left: [Int] = []
        /// The track, or what has changed in it since the version before.
        package internal(set) var track: TrackDescription?
        /// The low-latency parts of its segments, all of them; nil where it has none.
        var parts: TrackDescription?
        /// Parts of the playlist that were mapped anew: its ends, or all of it.
        var mappings: [PlaylistMapping] = []
        /// `rewritten` is not what it was.
        var isOther = true
    }

    /// What a version is mapped with; another of these makes other paths of the same text.
    package struct Settings {
        /// What was asked for, before any redirect.
        let uri: ResolvedURI
        let bitrate: Int?
        let family: TrackFamily
        /// The playlists' paths end in their queries, which players read variables from.
        let keepingQueries: Bool
        let keys: ContentKeys
        /// Mints a path for a resource.
        let path: (Resource) -> String
        /// The number of a resource that has a path.
        let number: (Resource) -> Int

        package init(
            uri: ResolvedURI, bitrate: Int?, family: TrackFamily, keepingQueries: Bool,
            keys: ContentKeys, path: @escaping (Resource) -> String,
            number: @escaping (Resource) -> Int
        ) {
            self.uri = uri
            self.bitrate = bitrate
            self.family = family
            self.keepingQueries = keepingQueries
            self.keys = keys
            self.path = path
            self.number = number
        }
    }

    private var reader = HLSReader()
    /// Whether the version that was read last has been mapped, and the one before it too.
    private var isMapped = false
    private var goesOn = false
    /// The playlist with our paths.
    package private(set) var rewritten: [UInt8] = []
    /// Where the playlist's checkpoints are in it, counted from `markBase`.
    private var marks = SlidingArray<Int>()
    private var markBase = 0
    private var names = PlaylistNames()
    /// Of the last description, as the engine counts.
    package var revision: TrackRevision?
    /// Tells versions apart whose `rewritten` differ.
    var version = 0

    package init() {}

    /// Nil if the text is not understood.
    package mutating func read(
        _ source: [UInt8], from base: ResolvedURI, importing variables: HLSVariables
    ) -> HLSPlaylist? {
        goesOn = isMapped
        isMapped = false
        return reader.read(source, from: base, importing: variables)
    }

    /// Whether to map what was read last is so much work that other work has to be let in between.
    package func isLong(_ playlist: HLSPlaylist) -> Bool {
        !(goesOn && playlist.continuation != nil)
            && playlist.checkpoints.count > PlaylistWork.stretchesAtOnce
    }

    /// Maps what was read last.
    package mutating func map(_ playlist: HLSPlaylist, _ settings: Settings) -> Change {
        // What is named by an update and by what it leaves out is not in the order of its text.
        defer { isMapped = playlist.media?.skippedSegments == 0 }
        guard goesOn, let continuation = playlist.continuation, revision != nil,
            let segments = playlist.media?.segments
        else { return take(playlist, Self.mapping(playlist, nil, settings), settings) }
        let kept = continuation.segments.range
        let numbers = segments[kept.lowerBound].number..<segments[kept.upperBound - 1].number + 1
        return mapEnds(playlist, settings, continuation, keeping: numbers)
    }

    /// Takes over what was mapped bit by bit of what was read last.
    package mutating func take(_ work: PlaylistWork) -> Change {
        defer { isMapped = work.playlist.media?.skippedSegments == 0 }
        return take(work.playlist, work.mapping, work.settings)
    }

    /// All segments of the playlist, for an engine that knows another version of the track.
    static func track(_ playlist: HLSPlaylist, _ settings: Settings) -> TrackDescription? {
        let mapping = mapping(playlist, nil, settings)
        return track(playlist, settings, mapping.trackID, mapping.segments, keeping: nil)
    }

    /// The parts as the engine is to know them.
    private static func parts(_ playlist: HLSPlaylist, _ settings: Settings) -> TrackDescription? {
        guard let media = playlist.media, media.partTarget != nil || !media.parts.isEmpty else {
            return nil
        }
        let parts = ListedParts(media, of: settings.uri, keys: settings.keys)
        return TrackDescription(
            id: parts.track, segments: parts.segments(media, playlist.resolved),
            isLive: media.isLive, bitrate: settings.bitrate, family: settings.family)
    }

    private mutating func take(
        _ playlist: HLSPlaylist, _ mapping: PlaylistMapping, _ settings: Settings
    ) -> Change {
        var change = Change()
        let skipped = playlist.media?.skipped ?? 0..<0
        change.added = mapping.names.map(\.number).filter { $0 >= 0 }
        change.left =
            skipped.isEmpty
            ? names.replaceAll(with: mapping.names)
            : names.update(with: mapping.names, skipping: skipped)
        change.isOther = rewritten != mapping.rewritten
        change.track = Self.track(
            playlist, settings, mapping.trackID, mapping.segments,
            keeping: skipped.isEmpty || revision == nil ? nil : skipped)
        change.parts = Self.parts(playlist, settings)
        change.mappings = [mapping]
        rewritten = mapping.rewritten
        marks = SlidingArray()
        markBase = 0
        for mark in mapping.marks { marks.append(mark) }
        return change
    }

    private mutating func mapEnds(
        _ playlist: HLSPlaylist, _ settings: Settings, _ continuation: HLSContinuation,
        keeping numbers: Range<UInt64>
    ) -> Change {
        let checkpoints = continuation.checkpoints
        let head = Self.mapping(playlist, 0...checkpoints.range.lowerBound, settings)
        let tail = Self.mapping(
            playlist, checkpoints.range.upperBound + 1...playlist.checkpoints.count, settings)
        var change = Change()
        change.added = (head.names + tail.names).map(\.number).filter { $0 >= 0 }
        change.left = names.replaceEnds(
            around: continuation.references.last, head: head.names, tail: tail.names)
        change.isOther = splice(head, tail, checkpoints.last)
        change.track = Self.track(
            playlist, settings, head.trackID, head.segments + tail.segments, keeping: numbers)
        change.parts = Self.parts(playlist, settings)
        change.mappings = [head, tail]
        return change
    }

    /// Puts other ends to the text between two checkpoints; returns whether they are other ones.
    private mutating func splice(
        _ head: PlaylistMapping, _ tail: PlaylistMapping, _ kept: Range<Int>
    ) -> Bool {
        let start = marks[kept.lowerBound] + markBase
        let end = marks[kept.upperBound] + markBase
        guard rewritten[..<start] != head.rewritten[...] || rewritten[end...] != tail.rewritten[...]
        else {
            // The text that is given is the same, and so are the places in it.
            return false
        }
        rewritten.replaceSubrange(end..., with: tail.rewritten)
        rewritten.replaceSubrange(..<start, with: head.rewritten)
        let moved = head.rewritten.count - start
        markBase += moved
        marks.removeLast(marks.count - kept.upperBound - 1)
        let base = markBase
        marks.replaceFirst(kept.lowerBound, with: head.marks.map { $0 - base })
        for mark in tail.marks.dropFirst() { marks.append(mark + end + moved - markBase) }
        return true
    }

    private static func mapping(
        _ playlist: HLSPlaylist, _ stretches: ClosedRange<Int>?, _ settings: Settings
    ) -> PlaylistMapping {
        var mapping = PlaylistMapping(playlist, settings)
        mapping.map(playlist, stretches ?? 0...playlist.checkpoints.count)
        return mapping
    }

    private static func track(
        _ playlist: HLSPlaylist, _ settings: Settings, _ id: TrackID?,
        _ segments: [TrackDescription.Segment], keeping numbers: Range<UInt64>?
    ) -> TrackDescription? {
        guard let id, let media = playlist.media else { return nil }
        return TrackDescription(
            id: id, segments: segments, kept: numbers, isLive: media.isLive,
            bitrate: settings.bitrate, family: settings.family)
    }
}
