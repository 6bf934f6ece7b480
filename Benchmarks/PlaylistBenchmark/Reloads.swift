import Crypto
import Engine
import Harness
import Manifests
import PlaybackProxy
import Primitives
import SwarmCore

/// All that one reload of a playlist goes through, from its text to the schedule.
struct Reloads {
    enum Stage: String, CaseIterable {
        case read = "parsing"
        case map = "mapping"
        case name = "naming"
        case describe = "describing"
        case schedule = "scheduling"
    }

    private let uri: ResolvedURI
    private let keys: ContentKeys
    private var channel: Channel
    private var mapped = MappedPlaylist()
    private var resources = ResourceMap()
    private var timeline = LiveTimeline()
    private var catalogue = SegmentCatalogue()
    private var schedule = Schedule(configuration: ScheduleConfiguration(), peersEnabled: true)
    private var actions: [Schedule.Action] = []
    private var now = Moment.start
    /// The time that each stage has taken since they were last reset.
    private(set) var times: [Stage: Duration] = [:]
    private(set) var longest = Duration.zero
    /// The longest that the loop cannot see to anything else; parsing what is new is another thread's.
    private(set) var longestTurn = Duration.zero
    private var turnStart = ThreadTime.now
    private var wasLong = false

    init?(window: Int) {
        guard let uri = ResolvedURI("https://cdn.example/channel/index.m3u8") else { return nil }
        self.uri = uri
        keys = ContentKeys(
            contentKey: Bytes32(words: (1, 2, 3, 4)), contentID: Array("channel".utf8))
        channel = Channel(window: window)
    }

    mutating func reset() {
        times = [:]
        longest = .zero
        longestTurn = .zero
    }

    /// Reads the playlist as it is now, and then the window slides.
    mutating func reload() {
        let text = channel.text
        let start = ThreadTime.now
        turnStart = start
        guard
            let playlist = measure(.read, { $0.mapped.read(text, from: $0.uri, importing: .none) })
        else { return }
        let change = measure(.map) { $0.map(playlist) }
        measure(.name) {
            _ = $0.resources.read(.playlist($0.uri), added: change.added, left: change.left)
        }
        if wasLong { endTurn() }
        if let track = change.track { describe(track) }
        longest = max(longest, ThreadTime.now - start)
        endTurn()
        channel.advance()
    }

    private mutating func describe(_ track: TrackDescription) {
        guard wasLong, var description = LongDescription(track) else { return take(track) }
        take(description.part())
        while !description.isOver {
            endTurn()
            take(description.part())
        }
    }

    private mutating func take(_ track: TrackDescription) {
        let placed = measure(.describe) { $0.timeline.place(track) }
        let known = measure(.describe) { reloads in
            let known = reloads.catalogue.describe(placed)
            for segment in known.left { reloads.catalogue.forget(segment) }
            return known
        }
        measure(.schedule) { $0.tell(placed, known) }
    }

    private mutating func map(_ playlist: HLSPlaylist) -> MappedPlaylist.Change {
        // The closures of the settings hold the map for as long as the mapping lasts.
        let map = Holder(resources)
        resources = ResourceMap()
        let isLong = mapped.isLong(playlist)
        if isLong { map.resources.beginReading(naming: playlist.references.count) }
        let settings = MappedPlaylist.Settings(
            uri: uri, bitrate: 4_000_000, family: .main, keepingQueries: false, keys: keys,
            path: { "/s/token/\(map.resources.id(of: $0))/\($0.uri.lastPathComponent)" },
            number: { map.resources.number(of: $0) })
        let change: MappedPlaylist.Change
        if isLong {
            var work = PlaylistWork(playlist, settings)
            turnStart = ThreadTime.now
            while work.goOn() { endTurn() }
            change = mapped.take(work)
            map.resources.endReading()
            wasLong = true
        } else {
            wasLong = false
            change = mapped.map(playlist, settings)
        }
        mapped.revision = .first
        swap(&resources, &map.resources)
        return change
    }

    private mutating func endTurn() {
        let now = ThreadTime.now
        longestTurn = max(longestTurn, now - turnStart)
        turnStart = now
    }

    private mutating func tell(_ track: TrackDescription, _ change: SegmentCatalogue.Change) {
        now = now + .seconds(2)
        let timings = (change.added ?? track.segments).map {
            SegmentTiming(
                number: $0.number, start: $0.start, duration: $0.duration,
                estimatedLength: 1_000_000)
        }
        if change.added != nil, let listed = track.segments.first?.number {
            let first = min(listed, track.kept?.lowerBound ?? listed)
            schedule.trackAdvanced(
                track.id, to: first, adding: timings, isLive: true, at: now, into: &actions)
        } else {
            schedule.trackDescribed(
                track.id, segments: timings, isLive: true, at: now, into: &actions)
        }
        actions.removeAll(keepingCapacity: true)
    }

    private mutating func measure<Value>(
        _ stage: Stage, _ body: (inout Reloads) -> Value
    ) -> Value {
        let start = ThreadTime.now
        let value = body(&self)
        times[stage, default: .zero] += ThreadTime.now - start
        return value
    }

    private final class Holder {
        var resources: ResourceMap

        init(_ resources: ResourceMap) { self.resources = resources }
    }
}
