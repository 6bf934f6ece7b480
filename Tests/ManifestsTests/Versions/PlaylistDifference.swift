@testable import Manifests

/// Says in what two readings of one text differ.
struct PlaylistDifference {
    private(set) var faults: [String] = []

    init(_ one: HLSPlaylist?, _ two: HLSPlaylist?) {
        guard let one, let two else {
            if (one == nil) != (two == nil) { faults.append("one is not understood") }
            return
        }
        compare("source", one.source, two.source)
        compare("version", one.version, two.version)
        compare("references", Array(one.references), Array(two.references))
        compare("URIs", one.references.map(one.resolved), two.references.map(two.resolved))
        compare("checkpoints", one.checkpoints.map(Self.text), two.checkpoints.map(Self.text))
        guard let one = one.media, let two = two.media else {
            if (one.media == nil) != (two.media == nil) { faults.append("kind") }
            return
        }
        compare("target", one.targetDuration, two.targetDuration)
        compare("type", one.playlistType, two.playlistType)
        compare("end", one.isEnded, two.isEnded)
        compare("number", one.mediaSequence, two.mediaSequence)
        compare("skipped", one.skippedSegments, two.skippedSegments)
        compare("segments", Array(one.segments), Array(two.segments))
        compare("parts", Array(one.parts), Array(two.parts))
        compare("end of parts", one.end, two.end)
        compare("part target", one.partTarget, two.partTarget)
        compare("hints", Array(one.preloadHints), Array(two.preloadHints))
        compare("init segments", Array(one.initSegments), Array(two.initSegments))
    }

    private mutating func compare<Value: Equatable>(_ name: String, _ one: Value, _ two: Value) {
        if one != two { faults.append("\(name): \(one) is not \(two)") }
    }

    private static func text(_ checkpoint: HLSCheckpoint) -> String { "\(checkpoint)" }
}
