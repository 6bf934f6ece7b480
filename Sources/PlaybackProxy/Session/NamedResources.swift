import Primitives

/// What one playlist names, and has named lately, by number.
///
/// An origin keeps a segment that left a live playlist for about as long as the playlist lasts, and a
/// player that is behind asks for it.
struct NamedResources {
    private struct Departure {
        let resource: Int
        let version: Int
    }

    /// Versions that are kept even where each names everything anew, as with rotating tokens.
    private static let fewVersions = 4
    /// However short the window, so many are kept that have left it; a player is not further behind than
    /// the most, however long the window.
    private static let departed = 64...512

    private var version = 0
    /// How many references there are to each.
    private var counts: [Int: Int] = [:]
    /// The version that last had those that are gone.
    private var lastVersions: [Int: Int] = [:]
    /// In the order in which they left; some may have come back or left again since.
    private var departures = Deque<Departure>()

    /// Those that it names and those it has named lately.
    var all: [Int] { Array(counts.keys) + lastVersions.keys }

    func contains(_ resource: Int) -> Bool {
        counts[resource] != nil || lastVersions[resource] != nil
    }

    /// Takes in what a version names that the last did not, once for each reference, and the reverse.
    ///
    /// What names nothing new is not another version. Returns what is named here no more, not even lately.
    mutating func take(added: [Int], left: [Int]) -> [Int] {
        let last = version
        if added.contains(where: { !contains($0) }) { version += 1 }
        // Of a window of days, growing by doubling would cost as much again.
        if counts.isEmpty { counts.reserveCapacity(added.count) }
        for resource in added {
            counts[resource, default: 0] += 1
            lastVersions[resource] = nil
        }
        for resource in left {
            guard let count = counts[resource] else { continue }
            counts[resource] = count > 1 ? count - 1 : nil
            if count == 1 { departed(resource, in: last) }
        }
        return forgetOld()
    }

    /// A player reads what was named here, which is as good as if it were named again.
    mutating func isRead(_ resource: Int) {
        guard lastVersions[resource] != nil else { return }
        departed(resource, in: version)
    }

    private mutating func departed(_ resource: Int, in version: Int) {
        lastVersions[resource] = version
        departures.append(Departure(resource: resource, version: version))
    }

    /// Keeps the last few versions, and older names up to as many as there are now.
    private mutating func forgetOld() -> [Int] {
        let kept = min(max(counts.count, Self.departed.lowerBound), Self.departed.upperBound)
        var forgotten: [Int] = []
        while let oldest = departures.first {
            if lastVersions[oldest.resource] == oldest.version {
                guard version - oldest.version >= Self.fewVersions,
                    lastVersions.count > kept
                else { break }
                lastVersions[oldest.resource] = nil
                forgotten.append(oldest.resource)
            }
            _ = departures.popFirst()
        }
        return forgotten
    }
}
