import Foundation
import Testing

/// The project's files, for tables that say what is where.
enum TestFiles {
    static let root = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    /// The cells of a table's rows, without its head.
    static func rows(of table: String) throws -> [[String]] {
        try String(contentsOf: root.appendingPathComponent(table), encoding: .utf8)
            .split(separator: "\n").filter { $0.hasPrefix("| ") }.dropFirst().map {
                $0.dropFirst().dropLast().components(separatedBy: "|").map {
                    $0.trimmingCharacters(in: .whitespaces)
                }
            }
    }

    /// The pairs of a word, which may be missing, and what stands in backquotes behind it.
    static func named(_ cell: String) -> [(suite: String, name: String)] {
        let pieces = cell.components(separatedBy: "`")
        return stride(from: 0, to: pieces.count - 1, by: 2).map { index in
            (pieces[index].trimmingCharacters(in: [" ", ","]), pieces[index + 1])
        }
    }

    /// The text of the files of that name, in Swift unless it says otherwise.
    static func text(_ name: String, in folders: [String]) throws -> String {
        let file = "/" + (name.contains(".") ? name : "\(name).swift")
        var texts: [String] = []
        for folder in folders {
            let folder = root.appendingPathComponent(folder)
            for path in try FileManager.default.subpathsOfDirectory(atPath: folder.path)
            where ("/" + path).hasSuffix(file) {
                texts.append(
                    try String(
                        contentsOf: folder.appendingPathComponent(path), encoding: .utf8))
            }
        }
        try #require(!texts.isEmpty, "\(name)")
        return texts.joined()
    }
}
