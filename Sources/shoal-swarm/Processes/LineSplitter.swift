import Foundation

/// Cuts what a pipe brings into lines.
struct LineSplitter {
    private var rest = Data()

    /// The lines that `data` completes; empty ones are left out.
    mutating func add(_ data: Data) -> [String] {
        rest.append(data)
        guard let end = rest.lastIndex(of: UInt8(ascii: "\n")) else { return [] }
        let whole = rest[..<end]
        rest = Data(rest[(end + 1)...])
        return whole.split(separator: UInt8(ascii: "\n")).map {
            String(decoding: $0, as: UTF8.self)
        }
    }
}
