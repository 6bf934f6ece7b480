import Foundation

/// The JSON file of a run, made before the run so that nothing is lost at its end.
struct ReportFile {
    private let url: URL

    init(_ path: String) throws {
        url = URL(filePath: path)
        do {
            try Data().write(to: url)
        } catch {
            throw RunFailure("\(path) cannot be written: \(error.localizedDescription)")
        }
    }

    /// A run that came to nothing leaves no file that looks like a report.
    func discard() throws {
        try FileManager.default.removeItem(at: url)
    }

    func write(_ report: SwarmReport) throws {
        try report.json().write(to: url)
    }
}
