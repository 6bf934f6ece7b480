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
}

extension HLSPreloadHint: HLSMovable {
    package func moved(by shift: HLSShift) -> HLSPreloadHint {
        HLSPreloadHint(reference: reference.moved(by: shift), kind: kind, offset: offset)
    }
}
