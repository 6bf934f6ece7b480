/// What a player needs before the segments of a representation, by the first of its bases.
package struct DASHInitSegment: Hashable, Sendable {
    package let uri: ResolvedURI
    /// The part of the resource that it is; nil for all of it.
    package let byteRange: ByteRange?
}
