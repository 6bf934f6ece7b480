/// A part of a playlist's text, and what of its lists stands there.
package struct HLSStretch: Hashable, Sendable {
    package let text: Range<Int>
    package let references: Range<Int>
    package let segments: Range<Int>
}
