/// One URI in a playlist: where it stands, and what it is for.
package struct HLSReference: Hashable, Sendable {
    package let role: HLSRole
    /// The bytes of the playlist that are the URI: without quotes, blanks or line end.
    package let range: Range<Int>
    /// The part of the resource that the playlist names, if it names one.
    package let byteRange: ByteRange?
    /// A variable reference `{$name}` may stand in it.
    let isSubstitutable: Bool
}

extension HLSReference: HLSMovable {
    package func moved(by shift: HLSShift) -> HLSReference {
        HLSReference(
            role: role, range: range.lowerBound + shift.text..<range.upperBound + shift.text,
            byteRange: byteRange, isSubstitutable: isSubstitutable)
    }
}
