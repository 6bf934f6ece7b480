import Foundation

/// Numbers as a person writes them.
enum NumberText {
    /// Without the zeros that say nothing: 0.5, 99.9, 10,000.
    static func short(_ value: Double) -> String {
        guard let whole = Int(exactly: value.rounded()), abs(value - value.rounded()) < 1e-9 else {
            let text = String(format: "%.6f", value)
            return String(text.reversed().drop { $0 == "0" }.reversed())
        }
        return grouped(whole)
    }

    /// With commas between thousands from 10,000 on.
    static func grouped(_ value: Int) -> String {
        let digits = String(value.magnitude)
        guard digits.count > 4 else { return "\(value)" }
        var text = ""
        for (index, digit) in digits.enumerated() {
            if index > 0, (digits.count - index).isMultiple(of: 3) { text += "," }
            text.append(digit)
        }
        return (value < 0 ? "-" : "") + text
    }

    /// A share with two decimals at most.
    static func percent(_ share: Double) -> String {
        short((share * 1e4).rounded() / 100) + " %"
    }
}
