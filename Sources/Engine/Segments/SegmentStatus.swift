/// What a reader of a segment can count on right now.
package struct SegmentStatus: Sendable {
    package enum End: Sendable {
        /// All bytes are there.
        case complete
        /// No more bytes will come; the origin's answer says why.
        case failed(SegmentFailure)
    }

    /// Bytes of the whole segment, or nil until origin or attestation has told.
    package var length: Int?
    /// Bytes from the segment's start that may be read: verified, or from the origin.
    package var available: Int
    package var end: End?
}
