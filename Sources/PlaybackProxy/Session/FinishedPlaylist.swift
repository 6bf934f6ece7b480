/// A media playlist to which nothing will be added, although its origin has not said so.
package enum FinishedPlaylist {
    private static let end = Array("#EXT-X-ENDLIST".utf8)
    private static let segment = Array("#EXTINF".utf8)

    /// The playlist with its end; what has one already, or lists no segments, is as it was.
    package static func ending(_ text: [UInt8]) -> [UInt8] {
        let lines = text.split { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }
        guard lines.contains(where: { $0.starts(with: segment) }),
            !lines.contains(where: { $0.starts(with: end) })
        else { return text }
        let isOpen = text.last != UInt8(ascii: "\n")
        return text + (isOpen ? [UInt8(ascii: "\n")] : []) + end + [UInt8(ascii: "\n")]
    }
}
