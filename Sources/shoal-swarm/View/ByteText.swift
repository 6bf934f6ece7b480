import Foundation

/// Byte counts for a person: three or four digits and a unit.
enum ByteText {
    static func of(_ bytes: Int) -> String {
        let value = Double(bytes)
        return switch bytes {
        case ..<1_000: "\(bytes) B"
        case ..<1_000_000: String(format: "%.1f kB", value / 1e3)
        case ..<1_000_000_000: String(format: "%.1f MB", value / 1e6)
        default: String(format: "%.2f GB", value / 1e9)
        }
    }
}
