/// Something that is made to happen at a given time.
package struct Incident: Hashable, Sendable {
    package enum Kind: Hashable, Sendable {
        /// The CDN fails every request for a while.
        case outage(Duration)
        /// A viewer, by the order in which they come, is gone without a word.
        case leave(viewer: Int)
        case seek(viewer: Int, segment: Int)
        /// The viewer's peers are switched off, or on again.
        case peers(viewer: Int, enabled: Bool)
        /// The viewer's store loses a segment.
        case drop(viewer: Int, segment: Int)
        /// The viewer still takes requests and sends no more chunks.
        case silence(viewer: Int)
        /// The viewer's uplink has another rate from now on, in units of the bitrate.
        case uplink(viewer: Int, ratio: Double)
    }

    package let at: Duration
    package let kind: Kind

    package init(at time: Duration, _ kind: Kind) {
        at = time
        self.kind = kind
    }
}
