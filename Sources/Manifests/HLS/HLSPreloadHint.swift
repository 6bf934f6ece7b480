/// A resource that will exist soon; its request is answered when it does.
package struct HLSPreloadHint: Hashable, Sendable {
    package enum Kind: Hashable, Sendable {
        case part
        case initSegment
        /// A type that a later version of the protocol may define.
        case other
    }

    package let reference: HLSReference
    package let kind: Kind
    /// Where it begins in the resource; it goes on to the end unless `reference` has a byte range.
    package let offset: Int
    /// The place of a hinted part: behind all that the playlist lists before the hint.
    package let part: Place?

    package struct Place: Hashable, Sendable {
        /// The media sequence number of the segment that it will belong to.
        package let number: UInt64
        package let index: Int
        package let start: Duration

        package init(number: UInt64, index: Int, start: Duration) {
            self.number = number
            self.index = index
            self.start = start
        }
    }
}

extension HLSPreloadHint: HLSMovable {
    package func moved(by shift: HLSShift) -> HLSPreloadHint {
        HLSPreloadHint(
            reference: reference.moved(by: shift), kind: kind, offset: offset,
            part: part.map {
                Place(number: $0.number, index: $0.index, start: $0.start + shift.time)
            })
    }
}
