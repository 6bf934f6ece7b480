import Primitives

/// What a member last said of itself in a swarm.
struct Presence: Hashable, Sendable {
    /// Where it can be reached: the address it was seen to come from, with the port it says it listens on.
    let address: SocketAddress
    let uploads: Bool
    let isEdge: Bool
    let tracks: [TrackID]
    let playheadSeconds: UInt32

    /// A playhead this far from where playing or pausing would have brought it has been moved.
    private static let seekSlack: UInt32 = 10

    /// Whether the difference to what it said `elapsed` before is worth a new answer.
    func differs(from earlier: Presence, after elapsed: Duration) -> Bool {
        guard address == earlier.address, uploads == earlier.uploads, isEdge == earlier.isEdge,
            tracks == earlier.tracks
        else { return true }
        let played = UInt32(clamping: elapsed.components.seconds)
        let first = earlier.playheadSeconds.saturatingSubtract(Self.seekSlack)
        let last = earlier.playheadSeconds.saturatingAdd(played).saturatingAdd(Self.seekSlack)
        return !(first...last).contains(playheadSeconds)
    }
}

extension UInt32 {
    fileprivate func saturatingAdd(_ other: UInt32) -> UInt32 {
        let (sum, overflow) = addingReportingOverflow(other)
        return overflow ? .max : sum
    }

    fileprivate func saturatingSubtract(_ other: UInt32) -> UInt32 {
        self > other ? self - other : 0
    }
}
