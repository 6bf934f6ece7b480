import Origin

/// Where a segment is at the origin, and the headers that go with a request for it.
package struct OriginPlace: Sendable {
    let segment: TrackDescription.Segment
    let headers: [OriginHeader]
}
