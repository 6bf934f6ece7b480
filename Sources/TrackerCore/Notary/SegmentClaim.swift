package import Primitives

/// What a CDN fetcher says about a segment: this long, with this root.
package struct SegmentClaim: Hashable, Sendable {
    package let length: UInt32
    package let root: Root

    package init(length: UInt32, root: Root) {
        self.length = length
        self.root = root
    }
}
