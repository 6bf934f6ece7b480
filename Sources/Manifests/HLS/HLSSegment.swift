/// One segment of a media playlist.
package struct HLSSegment: Hashable, Sendable {
    package let reference: HLSReference
    /// Its media sequence number.
    package let number: UInt64
    /// When it begins, counted from the first segment that the playlist lists.
    package let start: Duration
    /// Zero where the playlist does not say and has no target duration either.
    package let duration: Duration
    /// Bits per second, as `EXT-X-BITRATE` estimates it.
    package let bitrate: Int?
    /// There is no media behind it, and it must not be asked for.
    package let isGap: Bool
    /// Encoding or time line change where it begins.
    package let isDiscontinuous: Bool
    /// Which of the playlist's `initSegments` applies to it.
    package let initSegment: Int?

    package var byteRange: ByteRange? { reference.byteRange }
}

extension HLSSegment: HLSMovable {
    package func moved(by shift: HLSShift) -> HLSSegment {
        HLSSegment(
            reference: reference.moved(by: shift), number: number, start: start + shift.time,
            duration: duration, bitrate: bitrate, isGap: isGap, isDiscontinuous: isDiscontinuous,
            initSegment: initSegment.map { $0 + shift.initSegments })
    }
}
