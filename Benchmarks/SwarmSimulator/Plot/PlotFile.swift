import Foundation

/// The file of a plot, tried before a run so that nothing is lost at its end.
struct PlotFile {
    struct Failure: LocalizedError {
        let errorDescription: String?
    }

    private let url: URL

    init(_ path: String) throws {
        url = URL(filePath: path)
        let files = FileManager.default
        var isFolder: ObjCBool = false
        let exists = unsafe files.fileExists(atPath: path, isDirectory: &isFolder)
        let canBeWritten =
            exists
            ? !isFolder.boolValue && files.isWritableFile(atPath: path)
            : files.isWritableFile(atPath: url.deletingLastPathComponent().path)
        guard canBeWritten else { throw Failure(errorDescription: "\(path) cannot be written") }
    }

    func write(_ plot: Plot) throws {
        try Data(plot.svg.utf8).write(to: url)
    }
}
