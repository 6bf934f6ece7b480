/// By how much what stays in a playlist has moved when its window slides.
package struct HLSShift: Hashable, Sendable {
    var text = 0
    var time = Duration.zero
    var references = 0
    var segments = 0
    var parts = 0
    var preloadHints = 0
    var initSegments = 0

    static let none = HLSShift()

    static func + (left: HLSShift, right: HLSShift) -> HLSShift {
        HLSShift(
            text: left.text + right.text, time: left.time + right.time,
            references: left.references + right.references,
            segments: left.segments + right.segments, parts: left.parts + right.parts,
            preloadHints: left.preloadHints + right.preloadHints,
            initSegments: left.initSegments + right.initSegments)
    }

    /// What undoes it.
    var back: HLSShift {
        HLSShift(
            text: -text, time: .zero - time, references: -references, segments: -segments,
            parts: -parts, preloadHints: -preloadHints, initSegments: -initSegments)
    }
}

/// Something that says where in its playlist it is.
package protocol HLSMovable: Sendable {
    func moved(by shift: HLSShift) -> Self
}
