package import Operations
package import PlaybackProxy

extension AccessRecord {
    /// What the access log says of it, in this order.
    package var fields: KeyValuePairs<String, JSONValue> {
        let milliseconds =
            duration.components.seconds * 1_000
            + duration.components.attoseconds / 1_000_000_000_000_000
        return [
            "site": .string(site), "method": .string(method), "path": .string(path),
            "status": .int(status), "bytes": .int(bytes),
            "cache": .string(source?.rawValue ?? "-"), "ms": .int(Int(milliseconds)),
            "complete": .int(isComplete ? 1 : 0),
        ]
    }
}
