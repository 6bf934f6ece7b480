import Foundation

/// The playlists that other projects test with; they are not part of this repository.
package enum Corpus {
    package struct NoObject: Error {
        package let path: String
    }

    private static let root: URL = {
        if let folder = ProcessInfo.processInfo.environment["SHOAL_CORPUS"] {
            return URL(fileURLWithPath: folder, isDirectory: true)
        }
        return URL(fileURLWithPath: #filePath)
            .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appendingPathComponent("shared/corpus")
    }()

    package static let isPresent = FileManager.default.fileExists(atPath: root.path)

    /// Says why tests were skipped; a run without the corpus must not look like one with it.
    package static let absence =
        "The playlist corpus is absent: set SHOAL_CORPUS to its folder. Nothing was compared."

    package static func contents(of path: String) throws -> [UInt8] {
        Array(try Data(contentsOf: root.appendingPathComponent(path)))
    }

    package static func object(_ path: String) throws -> [String: Any] {
        let data = try Data(contentsOf: root.appendingPathComponent(path))
        guard let object = try JSONSerialization.jsonObject(with: data) as? [String: Any] else {
            throw NoObject(path: path)
        }
        return object
    }

    /// Every file, by its path below the root.
    package static func files() throws -> [String] {
        try FileManager.default.subpathsOfDirectory(atPath: root.path).filter { path in
            let values = try root.appendingPathComponent(path)
                .resourceValues(forKeys: [.isRegularFileKey])
            return values.isRegularFile == true
        }.sorted()
    }

    /// Every HLS playlist: by extension, and one folder that has none.
    package static func playlists() throws -> [String] {
        let folder = "androidx-media/libraries/test_data/src/test/assets/media/m3u8/"
        return try files().filter { $0.hasSuffix(".m3u8") || $0.hasPrefix(folder) }
    }

    /// What another parser made of every MPD.
    package static let dashOracle = "oracle-streamlink-8.6.3-dash.json"

    /// Every MPD: those that the oracle has read, whatever their names.
    package static func manifests() throws -> [String] {
        try object(dashOracle).keys.sorted()
    }
}
