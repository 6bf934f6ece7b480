import Primitives

/// What the references of a playlist name, in their order, through its versions.
///
/// An update leaves out segments that have not changed (`EXT-X-SKIP`): a player that asks for one has the
/// version before, which came through here, and so what was named there stays named.
struct PlaylistNames {
    struct Name {
        /// What stands for the resource in the map; -1 where nothing does.
        let number: Int
        /// The number of the segment that is there, if it is one.
        let segment: UInt64?

        static let nothing = Name(number: -1, segment: nil)

        init(number: Int, segment: UInt64?) {
            self.number = number
            self.segment = segment
        }
    }

    /// Names beside segments, such as of keys, that are kept at most of what updates no more list: what is
    /// left out may need them.
    private static let mostOthers = 64

    private var all = SlidingArray<Name>()

    var count: Int { all.count }

    /// Those that stand for something, of some of the references.
    func numbers(_ references: Range<Int>) -> [Int] {
        all[references].lazy.map(\.number).filter { $0 >= 0 }
    }

    /// A version says everything anew; returns what was named before.
    mutating func replaceAll(with names: [Name]) -> [Int] {
        let left = numbers(0..<count)
        all = SlidingArray()
        for name in names { all.append(name) }
        return left
    }

    /// A version has other ends around the references in `kept`; returns what was named at the old ones.
    mutating func replaceEnds(
        around kept: Range<Int>, head: [Name], tail: [Name]
    ) -> [Int] {
        let left = numbers(0..<kept.lowerBound) + numbers(kept.upperBound..<count)
        all.removeLast(count - kept.upperBound)
        all.replaceFirst(kept.lowerBound, with: head)
        for name in tail { all.append(name) }
        return left
    }

    /// A version leaves out the segments in `skipped`; returns what of the others was named before.
    mutating func update(with names: [Name], skipping skipped: Range<UInt64>) -> [Int] {
        var end = count
        while end > 0, all[end - 1].segment.map({ $0 >= skipped.upperBound }) ?? true { end -= 1 }
        var start = 0
        while start < end, all[start].segment.map({ $0 < skipped.lowerBound }) ?? true {
            start += 1
        }
        var left = numbers(end..<count)
        all.removeLast(count - end)
        var others: [Name] = []
        for name in all[..<start].reversed() {
            if name.segment == nil, others.count < Self.mostOthers {
                others.append(name)
            } else if name.number >= 0 {
                left.append(name.number)
            }
        }
        all.replaceFirst(start, with: others.reversed())
        for name in names { all.append(name) }
        return left
    }
}
