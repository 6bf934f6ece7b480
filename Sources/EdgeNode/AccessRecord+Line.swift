package import PlaybackProxy

extension AccessRecord {
    /// One line of the access log, of names and values.
    package var line: String {
        let milliseconds =
            duration.components.seconds * 1_000
            + duration.components.attoseconds / 1_000_000_000_000_000
        return "access site=\(site) method=\(method) path=\(path) status=\(status) bytes=\(bytes)"
            + " cache=\(source?.rawValue ?? "-") ms=\(milliseconds)"
            + " complete=\(isComplete ? 1 : 0)"
    }
}
