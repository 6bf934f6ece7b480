/// Amounts of data as people write them: 2GB, 512MiB, 20Mbit.
package enum DataSize {
    private static let largest = 1e18

    /// A number of bytes: `2GB` and `2G` are 2·10⁹, `2GiB` is 2·2³⁰, a bare number is bytes.
    package static func bytes(_ text: String) -> Int? {
        let (amount, unit) = split(text)
        guard let amount, let factor = factor(of: unit, bytes: ["", "B"], bits: []) else {
            return nil
        }
        return whole(amount * factor)
    }

    /// A number of bytes a second: `20M`, `20Mbit` and `20Mb` are 20·10⁶ bits, `2.5MB` is bytes.
    package static func bytesPerSecond(_ text: String) -> Int? {
        let (amount, unit) = split(text.hasSuffix("/s") ? String(text.dropLast(2)) : text)
        guard let amount,
            let factor = factor(of: unit, bytes: ["B"], bits: ["", "b", "bit", "bps"])
        else { return nil }
        return whole(amount * factor)
    }

    private static func split(_ text: String) -> (amount: Double?, unit: Substring) {
        let digits = text.prefix { ("0"..."9").contains($0) || $0 == "." }
        return (Double(digits), text.dropFirst(digits.count))
    }

    /// Bytes in one of the unit.
    private static func factor(
        of unit: Substring, bytes: [Substring], bits: [Substring]
    ) -> Double? {
        let prefixes: [(Substring, Double)] = [
            ("", 1), ("k", 1e3), ("K", 1e3), ("M", 1e6), ("G", 1e9), ("T", 1e12),
            ("Ki", 0x1p10), ("Mi", 0x1p20), ("Gi", 0x1p30), ("Ti", 0x1p40),
        ]
        for (prefix, factor) in prefixes where unit.hasPrefix(prefix) {
            let rest = unit.dropFirst(prefix.count)
            if bytes.contains(rest) { return factor }
            if bits.contains(rest) { return factor / 8 }
        }
        return nil
    }

    private static func whole(_ bytes: Double) -> Int? {
        (1...largest).contains(bytes) ? Int(bytes) : nil
    }

    /// The shortest way to write that many bytes exactly.
    package static func text(_ bytes: Int) -> String {
        for (unit, shift) in [("TiB", 40), ("GiB", 30), ("MiB", 20), ("KiB", 10)] {
            if bytes > 0, bytes & ((1 << shift) - 1) == 0 { return "\(bytes >> shift)\(unit)" }
        }
        return "\(bytes)B"
    }
}
