import Primitives

extension SeededRandom {
    /// A time until the next of events that come once in a unit of time on average.
    ///
    /// Von Neumann's way, by comparisons alone: the target has no logarithm.
    mutating func nextExponential() -> Double {
        var whole = 0.0
        while true {
            let first = Double.random(in: 0..<1, using: &self)
            var last = first
            var drawn = 1
            repeat {
                let next = Double.random(in: 0..<1, using: &self)
                drawn += 1
                if next > last { break }
                last = next
            } while true
            if drawn.isMultiple(of: 2) { return whole + first }
            whole += 1
        }
    }
}
