/// The exponential function, by arithmetic alone.
///
/// A C library's differs in the last bit from version to version, and a seed has to give the same
/// figures on every machine.
package enum Exponential {
    private static let logOf2 = 0.693_147_180_559_945_3
    /// Terms of the series that still change a sum, for arguments of up to log(2)/2.
    private static let terms = 16

    /// e to the power of `exponent`, within some units in the last place.
    package static func of(_ exponent: Double) -> Double {
        guard exponent > -745 else { return 0 }
        guard exponent < 709 else { return .infinity }
        let doublings = (exponent / logOf2).rounded()
        let rest = exponent - doublings * logOf2
        // Horner's scheme over rest^k / k!.
        let series = (1...terms).reversed().reduce(1.0) { 1 + rest / Double($1) * $0 }
        return Double(sign: .plus, exponent: Int(doublings), significand: series)
    }
}
