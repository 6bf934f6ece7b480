import Manifests
import Primitives

/// For how long what was fetched ahead may be given to a player, once.
enum PreloadLife {
    /// What browsers allow what they fetch ahead.
    static let longest = Duration.seconds(300)
    private static let assumedTarget = Duration.seconds(6)

    /// A live playlist is as good as new for half of its target duration.
    static func of(_ playlist: HLSPlaylist) -> Duration {
        guard let media = playlist.media, media.isLive else { return longest }
        return (media.targetDuration ?? assumedTarget) / 2
    }

    static func of(_ header: DASHHeader) -> Duration {
        guard header.isDynamic else { return longest }
        return (header.updatePeriod ?? header.longestSegment ?? assumedTarget) / 2
    }
}

extension HLSMedia {
    /// The segment that a player begins with, which keeps three target durations from a live end.
    var firstPlayed: UInt64? {
        guard isLive, let last = segments.last else { return segments.first?.number }
        let target = targetDuration ?? last.duration
        let start = last.start + last.duration - target * 3
        return (segments.last { $0.start <= start } ?? segments.first)?.number
    }

    /// What a player needs before that segment, if there is such a thing.
    func initSegment(of number: UInt64) -> HLSReference? {
        segments.first { $0.number == number }?.initSegment.map { initSegments[$0] }
    }
}

extension HLSMultivariant {
    /// The playlists that a player begins with: the first variant's, and that of its sound if it has one of
    /// its own.
    var firstPlayed: [HLSReference] {
        guard let variant = variants.first else { return [] }
        let sound = renditions.first { $0.type == "AUDIO" && $0.group == variant.audioGroup }
        return [variant.reference] + (sound?.reference.map { [$0] } ?? [])
    }
}

extension DASHManifest {
    /// The representations that a player begins with: the first, and that of its sound if it has one of its
    /// own.
    ///
    /// A live player begins in the newest period.
    var firstPlayed: [DASHRepresentation] {
        let newest = representations.last?.period
        let periods = representations.filter { !header.isDynamic || $0.period == newest }
        return [DASHRepresentation.Kind.main, .audio].compactMap { kind in
            periods.first { $0.kind == kind && $0.identity != nil }
        }
    }
}
