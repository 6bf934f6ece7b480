import Foundation

/// Finds the playlist that a folder of media is opened by.
enum PlaylistFile {
    static func name(in folder: URL) throws -> String {
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
        let preferred = ["master.m3u8", "index.m3u8"].first(where: names.contains)
        guard let name = preferred ?? names.first(where: { $0.hasSuffix(".m3u8") }) else {
            throw RunFailure("\(folder.path) holds no .m3u8 playlist")
        }
        return name
    }
}
