import Foundation

/// Small files, whole.
enum TextFile {
    private static let longest = 1 << 20

    static func read(_ path: String) throws(ToolError) -> String {
        do {
            let handle = try FileHandle(forReadingFrom: URL(fileURLWithPath: path))
            let data = try handle.read(upToCount: longest) ?? Data()
            return String(decoding: data, as: UTF8.self)
        } catch {
            throw .failed("\(path) cannot be read: \(error.localizedDescription)")
        }
    }

    /// Whoever waits for the file sees it complete or not at all.
    static func write(_ text: String, to path: String) throws(ToolError) {
        do {
            try Data(text.utf8).write(to: URL(fileURLWithPath: path), options: .atomic)
        } catch {
            throw .failed("\(path) cannot be written: \(error.localizedDescription)")
        }
    }
}
