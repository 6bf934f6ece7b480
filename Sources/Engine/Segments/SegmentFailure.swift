/// Why a segment could not be had, as the origin said it.
package enum SegmentFailure: Error, Sendable {
    /// The origin answered with an error of HTTP: for the player to see, unchanged.
    case answered(status: Int, contentType: String?, body: [UInt8])
    /// The origin could not be reached, or broke off, until patience ran out.
    case unreachable
    /// The origin did not answer with the part of that version of the file that it was asked for.
    case otherVersion
    /// The origin's bytes contradict what this reader has had: it must start again.
    case contradicted
}
