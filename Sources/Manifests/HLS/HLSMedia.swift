/// A media playlist: the segments of one track.
package struct HLSMedia: Sendable {
    package enum PlaylistType: Hashable, Sendable {
        /// Nothing changes any more.
        case vod
        /// Segments are added at the end, and none is removed.
        case event
    }

    package internal(set) var targetDuration: Duration?
    package internal(set) var playlistType: PlaylistType?
    /// `EXT-X-ENDLIST` was seen: no segment will be added.
    package internal(set) var isEnded = false
    package internal(set) var mediaSequence: UInt64 = 0
    /// How many segments a delta update leaves out; they come before the first of `segments`.
    package internal(set) var skippedSegments: UInt64 = 0
    package internal(set) var segments = HLSRun<HLSSegment>()
    package internal(set) var parts = HLSRun<HLSPart>()
    package internal(set) var preloadHints = HLSRun<HLSPreloadHint>()
    /// What `HLSSegment.initSegment` counts in, in the order of the playlist.
    package internal(set) var initSegments = HLSRun<HLSReference>()

    /// The playlist has to be fetched again to see what comes.
    package var isLive: Bool { !isEnded && playlistType != .vod }
}
