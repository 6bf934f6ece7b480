/// Why a media file comes from the origin alone.
package enum PassedThroughReason: Hashable, Sendable {
    /// It does not answer single ranges, or names nothing that changes with the bytes.
    case originWithoutRanges
    /// A radio station, an encoded body, or a file too long.
    case unsupportedMedia
}
