import TrackerCore

/// The policy in a file of the operator's.
struct PolicyFile {
    let path: String

    func read() throws(ToolError) -> TrackerPolicy {
        let text = try TextFile.read(path)
        do throws(PolicyFileError) {
            return try TrackerPolicy(file: text)
        } catch {
            throw .badFile("\(path), \(error)")
        }
    }
}
