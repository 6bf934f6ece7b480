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
}
