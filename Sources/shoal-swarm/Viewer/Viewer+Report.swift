import Shoal

extension Viewer {
    /// Tells the engine where the player is, and reports both.
    func refresh() async -> ViewerReport {
        advance()
        tellPosition()
        if let session { read(await session.statistics()) }
        report.position = playhead.position - start
        report.buffer = playhead.buffer
        report.duration = playhead.end - start
        report.stalls = playhead.stalls
        report.stallSeconds = playhead.stallSeconds
        report.latency = measureLatency()
        switch report.phase {
        case .finished, .failed: break
        case .starting, .playing, .stalled:
            guard playhead.hasBegun else { break }
            report.phase = playhead.isStalled ? .stalled : .playing
        }
        let usage = ProcessUsage.now
        report.cpuSeconds = usage.cpuSeconds
        report.peakMemory = usage.peakMemory
        defer { report.loaded = [] }
        return report
    }

    func tellPosition() {
        // A player has no position before it knows the media.
        guard let session, isOpen else { return }
        session.updateCurrentPositionMs(Int64(playhead.position * 1000))
        session.updateBufferedDurationMs(Int64(playhead.buffer * 1000))
        session.updatePlaybackRate(playhead.isFinished ? 0 : report.speed)
    }

    private func read(_ stats: P2PStats) {
        report.delivered = stats.deliveredBytes
        report.peerBytes = stats.peerBytes
        report.cdnBytes = stats.cdnBytes
        report.uploaded = stats.uploadedBytes
        report.wasted = stats.wastedBytes
        report.peers = stats.peers
        report.cdnBytesByReason = stats.cdnBytesByReason
    }
}
