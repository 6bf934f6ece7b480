import Manifests

/// What a live playlist lists next, by which its next version can be waited for.
struct AwaitedPart: Hashable, Sendable {
    let segment: UInt64
    /// Nil for the whole segment.
    let part: Int?

    init(segment: UInt64, part: Int?) {
        self.segment = segment
        self.part = part
    }

    /// Nil if the origin does not let itself be waited for, or nothing more will come.
    init?(following media: HLSMedia) {
        guard media.canBlockReload, media.isLive, let end = media.end else { return nil }
        self.init(segment: end.number, part: media.partTarget == nil ? nil : end.index)
    }
}
