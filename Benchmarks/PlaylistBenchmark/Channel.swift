/// A live channel with a window of so many segments, each on two lines.
struct Channel {
    private let window: Int
    private var body: [UInt8] = []
    /// Where each segment's lines begin in `body`, and the number of the first.
    private var starts: [Int] = []
    private var first = 0

    init(window: Int) {
        self.window = window
        for _ in 0..<window { add() }
    }

    /// Lets the window slide by one segment.
    mutating func advance() {
        add()
        first += 1
    }

    var text: [UInt8] {
        let head = "#EXTM3U\n#EXT-X-TARGETDURATION:2\n#EXT-X-MEDIA-SEQUENCE:\(first)\n"
        var text = Array(head.utf8)
        text.reserveCapacity(text.count + body.count - starts[first])
        text += body[starts[first]...]
        return text
    }

    private mutating func add() {
        starts.append(body.count)
        body += "#EXTINF:2.000,\nvideo/segment\(1_000_000 + starts.count).ts\n".utf8
    }
}
