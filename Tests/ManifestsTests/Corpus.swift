import Foundation
import Testing

/// The playlists that other projects test with; they are not part of this repository.
enum Corpus {
    static let root: URL = {
        if let folder = ProcessInfo.processInfo.environment["SHOAL_CORPUS"] {
            return URL(fileURLWithPath: folder, isDirectory: true)
        }
        return URL(fileURLWithPath: #filePath)
            .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appendingPathComponent("shared/corpus")
    }()

    static let isPresent = FileManager.default.fileExists(atPath: root.path)

    /// Says why tests were skipped; a run without the corpus must not look like one with it.
    static let absence: Comment =
        "The playlist corpus is absent: set SHOAL_CORPUS to its folder. Nothing was compared."

    /// For the tests that choose at random; `SHOAL_SEED` repeats a run, and failures name it.
    static let seed =
        ProcessInfo.processInfo.environment["SHOAL_SEED"].flatMap(UInt64.init)
        ?? UInt64.random(in: 0...UInt64.max)

    static func contents(of path: String) throws -> [UInt8] {
        Array(try Data(contentsOf: root.appendingPathComponent(path)))
    }

    static func object(_ path: String) throws -> [String: Any] {
        let data = try Data(contentsOf: root.appendingPathComponent(path))
        let object = try JSONSerialization.jsonObject(with: data) as? [String: Any]
        return try #require(object)
    }

    /// Every HLS playlist, by its path below the root: by extension, and one folder that has none.
    static func playlists() throws -> [String] {
        let files = try FileManager.default.subpathsOfDirectory(atPath: root.path)
        let folder = "androidx-media/libraries/test_data/src/test/assets/media/m3u8/"
        return files.filter { $0.hasSuffix(".m3u8") || $0.hasPrefix(folder) }.sorted()
    }
}
