import Foundation
import Synchronization

/// Cuts what comes into lines.
final class Lines: Sendable {
    private let rest = Mutex(Data())

    /// The lines that this completes.
    func taking(_ data: Data) -> [Data] {
        rest.withLock { rest in
            rest += data
            var lines = rest.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
            rest = Data(lines.removeLast())
            return lines.map { Data($0) }
        }
    }
}
