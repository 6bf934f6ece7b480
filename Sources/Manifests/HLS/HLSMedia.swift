/// A media playlist: the segments of one track.
package struct HLSMedia: Sendable {
    package enum PlaylistType: Hashable, Sendable {
        /// Nothing changes any more.
        case vod
        /// Segments are added at the end, and none is removed.
        case event
    }

    package internal(set) var targetDuration: Duration?
    /// The longest that a part may be.
    package internal(set) var partTarget: Duration?
    /// The origin keeps a request for a version to come until there is one (`CAN-BLOCK-RELOAD`).
    package internal(set) var canBlockReload = false
    /// The origin leaves out what has not changed, if it is asked to (`CAN-SKIP-UNTIL`).
    package internal(set) var canSkip = false
    package internal(set) var playlistType: PlaylistType?
    /// `EXT-X-ENDLIST` was seen: no segment will be added.
    package internal(set) var isEnded = false
    package internal(set) var mediaSequence: UInt64 = 0
    /// How many segments a delta update leaves out; they come before the first of `segments`.
    package internal(set) var skippedSegments: UInt64 = 0
    package internal(set) var segments = HLSRun<HLSSegment>()
    package internal(set) var parts = HLSRun<HLSPart>()
    /// Where the part that follows all that is listed would lie; nil after the last number there is.
    package internal(set) var end: HLSPreloadHint.Place?
    package internal(set) var preloadHints = HLSRun<HLSPreloadHint>()
    /// What `HLSSegment.initSegment` counts in, in the order of the playlist.
    package internal(set) var initSegments = HLSRun<HLSReference>()

    /// Numbers of the segments that a delta update leaves out.
    package var skipped: Range<UInt64> {
        // That the sum is a number was seen to when it was read.
        mediaSequence..<mediaSequence + skippedSegments
    }

    /// The playlist has to be fetched again to see what comes.
    package var isLive: Bool { !isEnded && playlistType != .vod }
}
