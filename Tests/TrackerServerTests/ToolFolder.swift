import Foundation
import Testing

/// A folder for the files of one test of `shoal-tracker`, removed when the test is over.
final class ToolFolder: Sendable {
    private let url: URL

    init() throws {
        url = FileManager.default.temporaryDirectory
            .appending(path: "shoal-tracker-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    deinit {
        do {
            try FileManager.default.removeItem(at: url)
        } catch {
            Issue.record(error)
        }
    }

    func file(_ name: String) -> URL { url.appending(path: name) }

    func path(_ name: String) -> String { file(name).path }
}
