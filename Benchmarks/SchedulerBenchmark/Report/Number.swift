import Foundation

/// Numbers as tables show them.
enum Number {
    static func microseconds(_ nanoseconds: Int) -> String {
        String(format: "%.2f", Double(nanoseconds) / 1_000)
    }

    static func factor(_ factor: Double?) -> String {
        factor.map { String(format: "%.1f×", $0) } ?? "-"
    }

    static func share(_ part: Int, of whole: Int) -> String {
        String(format: "%.1f %%", whole == 0 ? 0 : 100 * Double(part) / Double(whole))
    }
}
