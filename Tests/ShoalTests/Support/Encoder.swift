import EventLoop
import Foundation
import IOTestSupport

/// Has ffmpeg make media in a folder that is gone afterwards.
enum Encoder {
    struct CannotBeMade: Error {
        let log: String
    }

    /// The files that `make` returns of the folder that it is given.
    static func files(
        _ make: (URL) async throws -> [String: [UInt8]]
    ) async throws -> [String: [UInt8]] {
        let folder = FileManager.default.temporaryDirectory.appending(path: "media-\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let files: Result<[String: [UInt8]], any Error>
        do {
            files = .success(try await make(folder))
        } catch {
            files = .failure(error)
        }
        try FileManager.default.removeItem(at: folder)
        return try files.get()
    }

    static func ffmpeg(
        _ arguments: [String], log: String, on loop: UVEventLoop
    ) async throws {
        let (status, text) = try await Program.run(
            ["ffmpeg", "-nostdin", "-v", "error"] + arguments, log: log, on: loop)
        guard status == 0 else { throw CannotBeMade(log: text) }
    }
}
