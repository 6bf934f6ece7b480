import Foundation

/// The committed inputs that a fuzz target starts from.
///
/// With SHOAL_RECORD set in the environment, tests write the inputs that they would look for.
package struct FuzzCorpus {
    private let folder: URL

    package init(_ target: String, file: String = #filePath) {
        folder = URL(filePath: file).deletingLastPathComponent().deletingLastPathComponent()
            .appending(path: "Fuzz/Corpus/\(target)")
    }

    /// Whether the corpus has the input under this name.
    package func holds(_ input: [UInt8], as name: String) throws -> Bool {
        let file = folder.appending(path: name)
        if ProcessInfo.processInfo.environment["SHOAL_RECORD"] != nil {
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            try Data(input).write(to: file)
        }
        return try Data(contentsOf: file) == Data(input)
    }
}
