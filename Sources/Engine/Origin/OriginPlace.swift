import Origin

/// Where a segment is at the origin, and what goes with a request for it.
package struct OriginPlace: Sendable {
    let segment: TrackDescription.Segment
    let headers: [OriginHeader]
    /// Of the player's request, if this is the fetch that it causes.
    let note: RequestNote?
}
