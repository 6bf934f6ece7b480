import Primitives

extension Duration {
    /// Media played in this time; the common rates cost no arithmetic.
    func scaled(by rate: Double) -> Duration {
        if rate == 1 { return self }
        return rate == 0 ? .zero : self * rate
    }

    /// What `/` gives, without its conversions between all kinds of integers.
    func divided(by number: Int) -> Duration {
        if let short = shortAttoseconds {
            let quotient = short / Int64(number)
            return Duration(attoseconds: Int128(quotient))
        }
        return Duration(attoseconds: attoseconds / Int128(number))
    }
}
