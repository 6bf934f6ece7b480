/// Who brings, or has brought, the bytes of a segment.
package enum SegmentSource: Hashable, Sendable {
    case disk
    /// Peers, at least in part.
    case peers
    case origin
}
