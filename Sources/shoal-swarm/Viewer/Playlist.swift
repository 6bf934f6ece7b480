import Foundation

/// As much of an HLS playlist as a viewer without a screen needs.
struct Playlist: Sendable {
    struct Segment: Sendable {
        let url: URL
        let duration: Double
        /// The value of a Range header.
        let range: String?
    }

    private(set) var variants: [(bandwidth: Int, url: URL)] = []
    private(set) var segments: [Segment] = []

    init(_ text: String, at base: URL) {
        var bandwidth: Int?
        var duration: Double?
        var range: ClosedRange<Int>?
        var end = 0
        for line in text.split(whereSeparator: \.isNewline) {
            if line.hasPrefix("#EXT-X-STREAM-INF:") {
                bandwidth = Self.bandwidth(line)
            } else if line.hasPrefix("#EXTINF:") {
                duration = Double(line.dropFirst(8).prefix { $0 != "," })
            } else if line.hasPrefix("#EXT-X-BYTERANGE:") {
                let parts = line.dropFirst(17).split(separator: "@").compactMap { Int($0) }
                let first = parts.count > 1 ? parts[1] : end
                if let length = parts.first, length > 0 { range = first...first + length - 1 }
            } else if !line.hasPrefix("#"), let url = URL(string: String(line), relativeTo: base) {
                if let bandwidth {
                    variants.append((bandwidth, url.absoluteURL))
                } else if let duration {
                    segments.append(
                        Segment(
                            url: url.absoluteURL, duration: duration,
                            range: range.map { "bytes=\($0.lowerBound)-\($0.upperBound)" }))
                    end = range.map { $0.upperBound + 1 } ?? 0
                }
                (bandwidth, duration, range) = (nil, nil, nil)
            }
        }
    }

    /// The variant of the highest bandwidth.
    var best: URL? { variants.max { $0.bandwidth < $1.bandwidth }?.url }

    private static func bandwidth(_ line: Substring) -> Int {
        guard let name = line.firstRange(of: ":BANDWIDTH=") ?? line.firstRange(of: ",BANDWIDTH=")
        else { return 0 }
        return Int(line[name.upperBound...].prefix(while: \.isNumber)) ?? 0
    }
}
