import Foundation
import Shoal

/// A player without a screen: fetches, keeps a buffer, plays in real time, and checks every byte.
actor Viewer {
    /// A player asks again when a connection breaks, for so long.
    private static let patience = Duration.seconds(60)

    private let session: PlaybackSession
    private let settings: PeerArguments
    private let http = HTTPFetch()
    private let origin: URL
    private let originBytes: OriginBytes
    private let clock = ContinuousClock()
    private var playhead = Playhead(duration: 0, speed: 1)
    private var advancedAt = ContinuousClock.now
    private var report = ViewerReport()

    init(session: PlaybackSession, origin: URL, settings: PeerArguments) {
        self.session = session
        self.origin = origin
        self.settings = settings
        originBytes = settings.folder.map { .folder($0) } ?? .network(http)
    }

    /// Plays to the end, or to what stands in the way.
    func play() async {
        do {
            try await playToEnd()
            report.phase = .finished
        } catch {
            report.phase = .failed
            report.problem = "\(error)"
        }
    }

    private func playToEnd() async throws {
        let begin = clock.now
        let playlist = try await http.mediaPlaylist(session.playbackUrl)
        let original = try await http.mediaPlaylist(origin)
        guard !playlist.segments.isEmpty, playlist.segments.count == original.segments.count else {
            throw HTTPFetch.Failure(
                description: "the playlist has \(playlist.segments.count) segments,"
                    + " the origin's has \(original.segments.count)")
        }
        guard original.isComplete else {
            throw HTTPFetch.Failure(description: "the playlist is live: only what has an end plays")
        }
        let whole = original.segments.reduce(0) { $0 + $1.duration }
        playhead = Playhead(duration: min(settings.duration ?? whole, whole), speed: settings.speed)
        for (segment, reference) in zip(playlist.segments, original.segments)
        where !playhead.isLoaded {
            try await sleep(playhead.wait(untilBufferIs: settings.buffer))
            let bytes = try await fetch(segment)
            report.startupMs = report.startupMs ?? (clock.now - begin) / .milliseconds(1)
            advance()
            playhead.load(segment.duration)
            compare(bytes, to: try await originBytes.bytes(of: reference))
        }
        while !playhead.isFinished {
            try await sleep(playhead.wait(untilBufferIs: 0))
        }
    }

    /// Tells the engine where the player is, and reports both.
    func refresh() async -> ViewerReport {
        advance()
        session.updateCurrentPositionMs(Int64(playhead.position * 1000))
        session.updateBufferedDurationMs(Int64(playhead.buffer * 1000))
        session.updatePlaybackRate(settings.speed)
        let stats = await session.statistics()
        report.delivered = stats.deliveredBytes
        report.peerBytes = stats.peerBytes
        report.cdnBytes = stats.cdnBytes
        report.uploaded = stats.uploadedBytes
        report.wasted = stats.wastedBytes
        report.peers = stats.peers
        report.cdnBytesByReason = stats.cdnBytesByReason
        let usage = ProcessUsage.now
        report.cpuSeconds = usage.cpuSeconds
        report.peakMemory = usage.peakMemory
        return report
    }

    private func fetch(_ segment: Playlist.Segment) async throws -> Data {
        let latest = clock.now + Self.patience
        while true {
            do {
                return try await http.body(segment.url, range: segment.range)
            } catch  where clock.now < latest && !Task.isCancelled {
                report.retries += 1
                try await Task.sleep(for: .milliseconds(200))
            }
        }
    }

    private func compare(_ bytes: Data, to truth: Data) {
        guard bytes != truth else { return }
        report.wrongBytes +=
            zip(bytes, truth).count { $0 != $1 } + abs(bytes.count - truth.count)
    }

    private func sleep(_ seconds: Double) async throws {
        guard seconds > 0 else { return }
        try await Task.sleep(for: .seconds(seconds))
        advance()
    }

    private func advance() {
        let now = clock.now
        playhead.advance(by: (now - advancedAt) / .seconds(1))
        advancedAt = now
        report.position = playhead.position
        report.buffer = playhead.buffer
        report.duration = playhead.duration
        report.stalls = playhead.stalls
        report.stallSeconds = playhead.stallSeconds
        switch report.phase {
        case .finished, .failed: break
        case .starting, .playing, .stalled:
            guard playhead.loaded > 0 else { break }
            report.phase = playhead.isStalled ? .stalled : .playing
        }
    }
}
