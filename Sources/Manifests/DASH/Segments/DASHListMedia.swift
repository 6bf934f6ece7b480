/// The segments that a `SegmentList` names, each a resource of its own.
struct DASHListMedia: Sendable {
    let segments: [DASHSegment]
    /// For each of the bases, in the order of the list.
    let uris: [[ResolvedURI]]

    func uri(of index: Int, base: Int) -> ResolvedURI? {
        guard uris.indices.contains(base), uris[base].indices.contains(index) else { return nil }
        return uris[base][index]
    }
}
