import Foundation
import Shoal

/// A player without a screen: fetches, keeps a buffer, plays in real time, and checks every byte.
actor Viewer {
    private let session: PlaybackSession
    private let origin: URL
    private let settings: PeerArguments
    private let http = HTTPFetch()
    private let clock = ContinuousClock()
    private(set) var report = ViewerReport()
    /// Media seconds from the start that have been fetched.
    private var loaded = 0.0
    private var stalledSince: ContinuousClock.Instant?
    private var playedAt: ContinuousClock.Instant?

    init(session: PlaybackSession, origin: URL, settings: PeerArguments) {
        self.session = session
        self.origin = origin
        self.settings = settings
    }

    /// Plays to the end.
    func play() async {
        let begin = clock.now
        do {
            let playlist = try await http.mediaPlaylist(session.playbackUrl)
            let original = try await http.mediaPlaylist(origin)
            guard playlist.segments.count == original.segments.count, !playlist.segments.isEmpty
            else { throw HTTPFetch.Failure(description: "the playlists differ or are empty") }
            report.duration = min(
                settings.duration ?? .infinity, playlist.segments.reduce(0) { $0 + $1.duration })
            for (segment, reference) in zip(playlist.segments, original.segments)
            where loaded < report.duration {
                try await waitForRoom()
                let bytes = try await fetch(segment)
                report.startupMs = report.startupMs ?? (clock.now - begin) / .milliseconds(1)
                try await check(bytes, against: reference)
                advance()
                loaded += segment.duration
                advance()
            }
            while report.position < report.duration {
                try await tick()
            }
            report.phase = .finished
        } catch {
            report.phase = .failed
            report.problem = "\(error)"
        }
    }

    /// Takes the engine's own figures into the report.
    func refresh() async -> ViewerReport {
        advance()
        let stats = await session.statistics()
        report.delivered = stats.deliveredBytes
        report.peerBytes = stats.peerBytes
        report.cdnBytes = stats.cdnBytes
        report.uploaded = stats.uploadedBytes
        report.wasted = stats.wastedBytes
        report.peers = stats.peers
        report.cdnBytesByReason = stats.cdnBytesByReason
        return report
    }

    /// A player asks again when a connection breaks, for a while.
    private func fetch(_ segment: Playlist.Segment) async throws -> Data {
        let patience = clock.now + .seconds(60)
        while true {
            do {
                return try await http.body(segment.url, range: segment.range)
            } catch  where clock.now < patience {
                try await Task.sleep(for: .milliseconds(200))
            }
        }
    }

    private func check(_ bytes: Data, against reference: Playlist.Segment) async throws {
        let truth = try await settings.reference(of: reference, http)
        guard bytes != truth else { return }
        report.wrongBytes +=
            zip(bytes, truth).count { $0 != $1 } + abs(bytes.count - truth.count)
    }

    private func waitForRoom() async throws {
        while loaded - report.position >= settings.buffer { try await tick() }
    }

    private func tick() async throws {
        try await Task.sleep(for: .milliseconds(20))
        advance()
    }

    /// Moves the position on by the time that has passed, and tells the engine.
    private func advance() {
        let now = clock.now
        let end = min(loaded, report.duration)
        defer { playedAt = now }
        guard let playedAt, report.phase != .finished, report.phase != .failed else { return }
        let wanted = report.position + (now - playedAt) / .seconds(1) * settings.speed
        report.position = min(wanted, end)
        report.buffer = max(0, loaded - report.position)
        if wanted > end, loaded < report.duration {
            stall(at: now)
        } else if loaded > 0 {
            resume(at: now)
        }
        session.updateCurrentPositionMs(Int64(report.position * 1000))
        session.updateBufferedDurationMs(Int64(report.buffer * 1000))
        session.updatePlaybackRate(settings.speed)
    }

    private func stall(at now: ContinuousClock.Instant) {
        // Before the first frame it is start-up, and counted as such.
        guard loaded > 0, stalledSince == nil else { return }
        stalledSince = now
        report.stalls += 1
        report.phase = .stalled
    }

    private func resume(at now: ContinuousClock.Instant) {
        report.phase = .playing
        guard let stalledSince else { return }
        report.stallSeconds += (now - stalledSince) / .seconds(1)
        self.stalledSince = nil
    }
}
