import Foundation
import Synchronization

/// Cuts what a pipe brings into lines.
final class LineSplitter: Sendable {
    private let rest = Mutex(Data())

    func add(_ data: Data) -> [String] {
        rest.withLock { rest in
            rest.append(data)
            guard let end = rest.lastIndex(of: UInt8(ascii: "\n")) else { return [] }
            let whole = rest[..<end]
            defer { rest = Data(rest[(end + 1)...]) }
            return whole.split(separator: UInt8(ascii: "\n")).map {
                String(decoding: $0, as: UTF8.self)
            }
        }
    }
}
