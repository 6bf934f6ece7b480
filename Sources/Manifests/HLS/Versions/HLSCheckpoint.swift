/// A place between two segments, and all that the reading of what follows depends on.
///
/// Where a later version of the playlist comes to the same, and goes on with the same text, what was
/// read of that text holds for it too.
package struct HLSCheckpoint: HLSMovable {
    /// One in so many segments has a checkpoint before it, by their numbers.
    package static let usualInterval: UInt64 = 64

    /// The first byte after the line of the last segment.
    package internal(set) var position: Int
    /// How many there are before it.
    package internal(set) var references: Int
    package internal(set) var segments: Int
    var parts: Int
    var preloadHints: Int
    var initSegments: Int

    let progress: HLSMediaBuilder.Progress
    var start: Duration
    let definitions: Int
    let version: UInt64?

    package func moved(by shift: HLSShift) -> HLSCheckpoint {
        var moved = self
        moved.position += shift.text
        moved.start += shift.time
        moved.references += shift.references
        moved.segments += shift.segments
        moved.parts += shift.parts
        moved.preloadHints += shift.preloadHints
        moved.initSegments += shift.initSegments
        return moved
    }

    /// How things have moved from one that is the same place in the version before.
    func shift(from last: HLSCheckpoint) -> HLSShift {
        HLSShift(
            text: position - last.position, time: start - last.start,
            references: references - last.references, segments: segments - last.segments,
            parts: parts - last.parts, preloadHints: preloadHints - last.preloadHints,
            initSegments: initSegments - last.initSegments)
    }

    /// Whether the same text after it means the same as it did after the other.
    func continues(_ last: HLSCheckpoint) -> Bool {
        progress == last.progress && definitions == last.definitions && version == last.version
            && (initSegments == 0) == (last.initSegments == 0)
    }
}
