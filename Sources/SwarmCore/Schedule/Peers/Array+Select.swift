extension [Double] {
    /// The element that would stand at a place if the array were sorted; reorders it, and needs no
    /// memory.
    mutating func select(_ place: Int) -> Double {
        var low = startIndex
        var high = endIndex
        while true {
            let pivot = self[low + (high - low) / 2]
            let equal = partition(low..<high) { $0 < pivot }
            let above = partition(equal..<high) { $0 == pivot }
            if place < equal {
                high = equal
            } else if place >= above {
                low = above
            } else {
                return pivot
            }
        }
    }

    /// Moves those that come first to the front of a range; returns where the others begin.
    private mutating func partition(_ range: Range<Int>, _ isFirst: (Double) -> Bool) -> Int {
        var end = range.lowerBound
        for place in range where isFirst(self[place]) {
            swapAt(place, end)
            end += 1
        }
        return end
    }
}
