/// The number of a low-latency part on the track that the parts of one playlist make up.
///
/// Parts are segments of a track of their own, beside the track of the whole segments: an engine that
/// plays parts neither fetches nor announces whole segments, and the other way round. Bytes of the one
/// never stand for bytes of the other: a part is its own resource, and only where both are ranges of one
/// resource would the standard promise that they are the same bytes.
///
/// A number has to mean the same part for all viewers, whatever window of the playlist they hold and
/// whenever they joined. What all know of a part is the media sequence number of its segment and its place
/// in that, and so these make up the number. A count without gaps is known to nobody who has not seen the
/// stream's first part. The gaps cost little: the schedule finds places by search, the election hashes
/// numbers, and a bitmap of have-messages spans sixteen segments, more than a playlist lists parts of.
package struct PartNumber: Hashable, Sendable {
    /// Parts of one segment that have numbers; at five a second these are segments of 51 seconds.
    private static let stride: UInt64 = 256
    private static let mostSegments: UInt64 = 1 << 48

    package let value: UInt64

    /// Nil for a part that has no number: it comes from the origin.
    package init?(segment: UInt64, index: Int) {
        guard segment < Self.mostSegments, index >= 0, index < Int(Self.stride) else { return nil }
        value = segment * Self.stride + UInt64(index)
    }

    /// A place among numbers as one among the segments that the parts belong to.
    static func segments(_ number: Double) -> Double { number / Double(stride) }

    /// The reverse of `segments`.
    static func number(atSegments segments: Double) -> Double { segments * Double(stride) }
}
