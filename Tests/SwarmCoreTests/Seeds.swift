import Foundation

/// The seeds of random tests: a few by default, or the one that `SHOAL_SEED` names.
enum Seeds {
    static func some(_ count: UInt64) -> [UInt64] {
        if let text = ProcessInfo.processInfo.environment["SHOAL_SEED"], let seed = UInt64(text) {
            return [seed]
        }
        return Array(1...count)
    }
}
