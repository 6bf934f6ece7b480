import Foundation
import Shoal

/// A player without a screen: fetches, keeps a buffer, plays in real time, and checks every byte.
///
/// It fetches one thing after the other, playlists of live media among them.
actor Viewer {
    /// A player asks again when a connection breaks, for so long.
    private static let patience = Duration.seconds(60)
    private static let pauseBeforeRetry = Duration.milliseconds(200)
    /// Of media without an end.
    private static let liveSeconds = 60.0

    let settings: PeerArguments
    /// None when the CDN itself is played.
    let session: PlaybackSession?
    private let url: URL
    private let http = HTTPFetch()
    private let reference: Reference
    private let clock = ContinuousClock()
    private let begin: ContinuousClock.Instant
    private var media: URL
    private var timeline = MediaTimeline()
    private(set) var playhead = Playhead(to: 0, speed: 1)
    /// Where playing began, in media seconds.
    private(set) var start = 0.0
    private(set) var isOpen = false
    private var advancedAt = ContinuousClock.now
    /// Number of the segment to be loaded next.
    private var next = 0
    private var initialization: Resource?
    private var reloadAt = ContinuousClock.now
    private var overdueSince: ContinuousClock.Instant?
    private var seeks: [PeerArguments.Seek]
    /// When the player jumped to where it has no media yet.
    private var soughtAt: ContinuousClock.Instant?
    private var latencies = (sum: 0.0, count: 0)
    var report = ViewerReport()

    /// `begin` is when the viewer wanted to see something.
    init(
        url: URL, session: PlaybackSession?, origin: URL, settings: PeerArguments,
        begin: ContinuousClock.Instant
    ) {
        self.url = url
        media = url
        self.session = session
        self.settings = settings
        self.begin = begin
        reference = Reference(origin: origin, folder: settings.folder, http: http)
        seeks = settings.seeks.sorted { $0.at < $1.at }
    }

    /// Plays to the end, or to what stands in the way.
    func play() async {
        do {
            try await withThrowingDiscardingTaskGroup { group in
                try await playToEnd(&group)
            }
            report.phase = .finished
        } catch {
            report.phase = .failed
            report.problem = "\(error)"
        }
    }

    private func playToEnd(
        _ comparisons: inout ThrowingDiscardingTaskGroup<any Error>
    ) async throws {
        try await open()
        while !playhead.isFinished {
            seekIfDue()
            try await reloadIfDue()
            if let seconds = pause {
                try await sleep(seconds)
            } else {
                try await loadNext(&comparisons)
            }
        }
    }

    private func open() async throws {
        let openedAt = clock.now
        let playlist = try await http.mediaPlaylist(url)
        media = playlist.url
        _ = timeline.read(playlist)
        guard let first = timeline.beginning else {
            throw HTTPFetch.Failure(description: "the playlist has no segments")
        }
        reloadAt = openedAt + .seconds(timeline.reloadInterval(afterNews: true))
        next = first.segment.number
        let most = timeline.isComplete ? timeline.end : .infinity
        let duration = settings.duration ?? (timeline.isComplete ? .infinity : Self.liveSeconds)
        // Nobody can play live media faster than it comes.
        report.speed = timeline.isComplete ? settings.speed : 1
        start = first.start
        playhead = Playhead(
            from: start, to: min(start + duration, most), speed: report.speed)
        isOpen = true
    }

    /// Seconds until there is something to do; nil if that is to load what comes next.
    private var pause: Double? {
        var pauses = seeks.prefix(1).map { (begin + .seconds($0.at) - clock.now) / .seconds(1) }
        if !timeline.isComplete { pauses.append((reloadAt - clock.now) / .seconds(1)) }
        if playhead.isLoaded { pauses.append(playhead.playable) }
        // Of live media a player loads what there is until it leaves.
        if timeline.entry(next) != nil, !playhead.isLoaded || !timeline.isComplete {
            let wait = playhead.wait(untilBufferIs: settings.buffer)
            guard wait > 0 else { return nil }
            pauses.append(wait)
        }
        return pauses.min() ?? 0
    }

    // MARK: - Media

    private func loadNext(
        _ comparisons: inout ThrowingDiscardingTaskGroup<any Error>
    ) async throws {
        guard let entry = timeline.entry(next) else { return }
        let number = next
        if let section = entry.segment.initialization, section != initialization {
            guard let bytes = try await fetch(section, for: number) else { return }
            initialization = section
            comparisons.addTask { [self] in
                await add(
                    try await reference.compare(bytes, toInitializationOf: number), bytes.count)
            }
        }
        guard let bytes = try await fetch(entry.segment.resource, for: number) else { return }
        report.startupMs = report.startupMs ?? (clock.now - begin) / .milliseconds(1)
        if let soughtAt {
            report.seeks[report.seeks.count - 1].milliseconds =
                (clock.now - soughtAt) / .milliseconds(1)
            self.soughtAt = nil
        }
        advance()
        playhead.load(to: entry.end)
        next += 1
        comparisons.addTask { [self] in
            await add(try await reference.compare(bytes, toSegment: number), bytes.count)
        }
    }

    /// Nil if the segment is no longer what is to be loaded.
    private func fetch(_ resource: Resource, for number: Int) async throws -> Data? {
        let latest = clock.now + Self.patience
        while true {
            do {
                return try await untilSeek { [http] in try await http.body(resource) }
            } catch  where clock.now < latest && !Task.isCancelled {
                report.retries += 1
                try await Task.sleep(for: Self.pauseBeforeRetry)
                try await reloadIfDue()
                guard next == number else { return nil }
            }
        }
    }

    /// A seek gives up what is being fetched.
    private func untilSeek(_ fetch: @escaping @Sendable () async throws -> Data) async throws
        -> Data?
    {
        guard let seek = seeks.first else { return try await fetch() }
        let end = begin + .seconds(seek.at)
        return try await withThrowingTaskGroup(of: Data?.self) { group in
            defer { group.cancelAll() }
            group.addTask { try await fetch() }
            group.addTask {
                try await Task.sleep(until: end, clock: .continuous)
                return nil
            }
            return try await group.next() ?? nil
        }
    }

    private func add(_ comparison: Reference.Comparison, _ bytes: Int) {
        report.wrongBytes += comparison.wrongBytes
        report.loaded.append(ViewerReport.Loaded(name: comparison.name, bytes: bytes))
    }

    // MARK: - Live media

    private func reloadIfDue() async throws {
        guard !timeline.isComplete, clock.now >= reloadAt else { return }
        let startedAt = clock.now
        do {
            let isNew = timeline.read(try await http.playlist(media))
            reloadAt = startedAt + .seconds(timeline.reloadInterval(afterNews: isNew))
            overdueSince = nil
        } catch  where clock.now - (overdueSince ?? startedAt) < Self.patience && !Task.isCancelled
        {
            report.retries += 1
            overdueSince = overdueSince ?? startedAt
            reloadAt = clock.now + Self.pauseBeforeRetry
            return
        }
        if timeline.isComplete { playhead.shorten(to: timeline.end) }
        guard next < timeline.firstCurrent, let entry = timeline.entry(timeline.firstCurrent) else {
            return
        }
        // The player was too slow: what it wanted is gone.
        advance()
        report.skippedSeconds += entry.start - playhead.loaded
        playhead.skip(to: entry.start)
        next = timeline.firstCurrent
    }

    // MARK: - Time

    private func seekIfDue() {
        guard let seek = seeks.first, clock.now >= begin + .seconds(seek.at) else { return }
        seeks.removeFirst()
        advance()
        report.seeks.append(ViewerReport.Seek(target: seek.target, milliseconds: 0))
        if playhead.seek(to: min(seek.target, playhead.end)), !playhead.isFinished,
            let entry = timeline.entry(at: playhead.position)
        {
            report.seeks[report.seeks.count - 1].milliseconds = nil
            soughtAt = clock.now
            next = entry.segment.number
        }
        tellPosition()
    }

    private func sleep(_ seconds: Double) async throws {
        if seconds > 0 { try await Task.sleep(for: .seconds(seconds)) }
        advance()
    }

    func advance() {
        let now = clock.now
        playhead.advance(by: (now - advancedAt) / .seconds(1))
        advancedAt = now
    }

    /// Seconds between the capture of what is shown and now.
    func measureLatency() -> Double? {
        if playhead.hasBegun, !playhead.isFinished,
            let entry = timeline.entry(at: playhead.position), let date = entry.segment.date,
            !timeline.isComplete
        {
            latencies.sum += -date.timeIntervalSinceNow - (playhead.position - entry.start)
            latencies.count += 1
        }
        return latencies.count == 0 ? nil : latencies.sum / Double(latencies.count)
    }
}
