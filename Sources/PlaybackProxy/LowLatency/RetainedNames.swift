import Engine
import Primitives

/// What versions of a playlist named that an update leaves out, as it has not changed.
///
/// A player that asks for such an update has the version before, which came through here: so that
/// nothing has to be asked for again to know all of it.
struct RetainedNames {
    private struct Name {
        let number: Int
        let resource: Resource
    }

    /// Names beside segments, such as of keys, that are kept at most.
    private static let mostOthers = 64

    private var listed: [Name] = []
    private var retained: [Name] = []

    /// Takes in the names of a version; returns which of the earlier ones are no more.
    ///
    /// `skipped` are the numbers of the track's segments that the version leaves out.
    mutating func take(
        _ names: [(number: Int, resource: Resource)], of track: TrackID?,
        skipping skipped: Range<UInt64>
    ) -> [Int] {
        let earlier = retained + listed
        listed = names.map { Name(number: $0.number, resource: $0.resource) }
        retained = []
        guard !skipped.isEmpty, let track else { return earlier.map(\.number) }
        var left: [Int] = []
        var others = 0
        for name in earlier.reversed() {
            if keeps(name.resource, of: track, skipping: skipped, &others) {
                retained.append(name)
            } else {
                left.append(name.number)
            }
        }
        retained.reverse()
        return left
    }

    private func keeps(
        _ resource: Resource, of track: TrackID, skipping skipped: Range<UInt64>,
        _ others: inout Int
    ) -> Bool {
        switch resource {
        case .segment(let segment, _):
            return segment.track == track && skipped.contains(segment.number)
        case .segmentedFile, .file:
            // Not known to be of a segment that is left out, but perhaps needed for one.
            others += 1
            return others <= Self.mostOthers
        case .root, .playlist, .steering, .site:
            return false
        }
    }
}
