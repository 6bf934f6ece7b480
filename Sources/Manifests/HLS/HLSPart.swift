/// One part of a segment, published before the whole of it exists.
package struct HLSPart: Hashable, Sendable {
    package let reference: HLSReference
    /// The media sequence number of the segment that it belongs to.
    package let number: UInt64
    /// Its place among the parts of that segment.
    package let index: Int
    /// When it begins, counted from the first segment that the playlist lists.
    package let start: Duration
    package let duration: Duration
    package let isGap: Bool
    package let isIndependent: Bool

    package var byteRange: ByteRange? { reference.byteRange }
}

extension HLSPart: HLSMovable {
    package func moved(by shift: HLSShift) -> HLSPart {
        HLSPart(
            reference: reference.moved(by: shift), number: number, index: index,
            start: start + shift.time, duration: duration, isGap: isGap,
            isIndependent: isIndependent)
    }
}
