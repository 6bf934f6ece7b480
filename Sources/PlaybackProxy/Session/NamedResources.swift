/// What one playlist names, and has named lately.
///
/// An origin keeps a segment that left a live playlist for about as long as the playlist lasts, and a
/// player that is behind asks for it.
struct NamedResources {
    /// Versions that are kept even where each names everything anew, as with rotating tokens.
    private static let fewVersions = 4

    private var version = 0
    private var lastVersions: [Resource: Int] = [:]
    private var latestCount = 0

    var names: Dictionary<Resource, Int>.Keys { lastVersions.keys }

    /// Takes in the playlist as it is now; what names nothing new is not another version.
    mutating func take(_ named: Set<Resource>) {
        if named.contains(where: { lastVersions[$0] == nil }) { version += 1 }
        for resource in named { lastVersions[resource] = version }
        latestCount = named.count
    }

    /// A player reads what was named here, which is as good as if it were named again.
    mutating func isRead(_ resource: Resource) {
        if lastVersions[resource] != nil { lastVersions[resource] = version }
    }

    /// Keeps the last few versions, and older names up to as many as there are now.
    mutating func forgetOld() {
        var counts: [Int: Int] = [:]
        for version in lastVersions.values { counts[version, default: 0] += 1 }
        var kept = 0
        var oldest = version
        for (version, count) in counts.sorted(by: { $0.key > $1.key }) {
            kept += count
            guard self.version - version < Self.fewVersions || kept <= 2 * latestCount else {
                break
            }
            oldest = version
        }
        lastVersions = lastVersions.filter { $0.value >= oldest }
    }
}
