/// What a reader of a segment can count on right now.
package struct SegmentStatus: Sendable {
    /// Bytes of the whole segment, or nil until origin or attestation has told.
    package var length: Int?
    /// Bytes from the segment's start that may be read: verified, or from the origin.
    package var available: Int
    package var end: End?

    package enum End: Sendable {
        /// All bytes are there.
        case complete
        /// No more bytes will come; the origin's answer says why.
        case failed(SegmentFailure)
    }
}

/// Why a segment could not be had, as the origin said it.
package enum SegmentFailure: Error, Sendable {
    /// The origin answered with an error of HTTP: for the player to see, unchanged.
    case answered(status: Int, contentType: String?, body: [UInt8])
    /// The origin could not be reached, or broke off, until patience ran out.
    case unreachable
    /// The origin's bytes contradict what was already handed out: a reader must start again.
    case contradicted
}
