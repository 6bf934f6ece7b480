import Foundation

/// As much of an HLS playlist as a viewer without a screen needs.
struct Playlist: Sendable {
    struct Segment: Sendable, Equatable {
        /// Its media sequence number.
        let number: Int
        let resource: Resource
        /// What a player has to have before it.
        var initialization: Resource?
        let duration: Double
        /// When its beginning was captured.
        var date: Date?
    }

    private static let largestNumber = 1 << 50

    /// Where it was fetched.
    let url: URL
    private(set) var variants: [(bandwidth: Int, url: URL)] = []
    private(set) var segments: [Segment] = []
    private(set) var targetDuration = 0.0
    /// Whether nothing will be added to it.
    private(set) var isComplete = false
    private(set) var isEncrypted = false

    private var nextNumber = 0
    private var initialization: Resource?
    // What the tags before a URI said of it.
    private var bandwidth: Int?
    private var duration: Double?
    private var range: ClosedRange<Int>?
    private var date: Date?
    private var endOfLastRange = 0

    init(_ text: String, at url: URL) {
        self.url = url
        for line in text.split(whereSeparator: \.isNewline) { read(line) }
    }

    /// The variant of the highest bandwidth.
    var best: URL? { variants.max { $0.bandwidth < $1.bandwidth }?.url }

    private mutating func read(_ line: Substring) {
        let parts = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        let value = parts.count == 2 ? parts[1] : ""
        switch parts.first {
        case "#EXT-X-STREAM-INF":
            bandwidth = Self.attribute("BANDWIDTH", of: value).flatMap { Int($0) } ?? 0
        case "#EXTINF": duration = Double(value.prefix { $0 != "," })
        case "#EXT-X-BYTERANGE": range = range(value, after: endOfLastRange)
        case "#EXT-X-PROGRAM-DATE-TIME": date = Self.date(value)
        case "#EXT-X-MAP": readMap(value)
        case "#EXT-X-MEDIA-SEQUENCE":
            nextNumber = min(max(Int(value) ?? 0, 0), Self.largestNumber)
        case "#EXT-X-TARGETDURATION": targetDuration = Double(value) ?? 0
        case "#EXT-X-KEY": isEncrypted = Self.attribute("METHOD", of: value) != "NONE"
        case "#EXT-X-ENDLIST": isComplete = true
        default:
            if !line.hasPrefix("#") { readURI(line) }
        }
    }

    private mutating func readURI(_ line: Substring) {
        defer { (bandwidth, duration, range, date) = (nil, nil, nil, nil) }
        guard let url = URL(string: String(line), relativeTo: url)?.absoluteURL else { return }
        if let bandwidth {
            variants.append((bandwidth, url))
        } else if let duration {
            segments.append(
                Segment(
                    number: nextNumber, resource: Resource(url: url, range: range),
                    initialization: initialization, duration: duration, date: date))
            nextNumber += 1
            endOfLastRange = range.map { $0.upperBound + 1 } ?? 0
        }
    }

    private mutating func readMap(_ attributes: Substring) {
        guard let uri = Self.attribute("URI", of: attributes),
            let url = URL(string: String(uri), relativeTo: url)?.absoluteURL
        else { return }
        let range = Self.attribute("BYTERANGE", of: attributes).flatMap { self.range($0, after: 0) }
        initialization = Resource(url: url, range: range)
    }

    private func range(_ text: Substring, after end: Int) -> ClosedRange<Int>? {
        let numbers = text.split(separator: "@").map { Int($0) }
        guard let first = numbers.first, let length = first, 1...Self.largestNumber ~= length,
            let start = numbers.count > 1 ? numbers[1] : end, 0...Self.largestNumber ~= start
        else { return nil }
        return start...start + length - 1
    }

    private static func date(_ text: Substring) -> Date? {
        let formatter = ISO8601DateFormatter()
        if let date = formatter.date(from: String(text)) { return date }
        formatter.formatOptions.insert(.withFractionalSeconds)
        return formatter.date(from: String(text))
    }

    /// The value of one attribute without its quotes.
    private static func attribute(_ name: String, of list: Substring) -> Substring? {
        var rest = list
        while let sign = rest.firstIndex(of: "=") {
            let key = rest[..<sign]
            rest = rest[rest.index(after: sign)...]
            let isQuoted = rest.first == "\""
            if isQuoted { rest.removeFirst() }
            let end = rest.firstIndex(of: isQuoted ? "\"" : ",") ?? rest.endIndex
            if key.drop(while: \.isWhitespace) == name { return rest[..<end] }
            guard let comma = rest[end...].firstIndex(of: ",") else { return nil }
            rest = rest[rest.index(after: comma)...]
        }
        return nil
    }
}
