import PeerWire
import Primitives
import ScheduleTestSupport
import SwarmCore
import Testing

/// A schedule's world as a picture, and what the schedule makes of it.
///
///     plays  P      b   a
///     P      ###
///     a                 ######
///     b             #####
///     asked     OOOObbbbaa
///
/// A column is a segment of two seconds. `plays` shows where each player is; `P` is the player
/// here, and the row under its name what it holds. Peers hold `#` and are receiving `+`. In the row
/// `asked` a letter stands for the peer that owes a segment's next chunk, `*` for several, `O` for
/// the origin, and `.` for nobody.
struct Picture {
    private(set) var watched: WatchedSchedule
    private var rows: [(name: String, map: [Character])] = []
    private let chunks: Int
    private let track = TrackID(1)
    private var now = Moment.start + .seconds(10)
    private var answersLeaves = true

    /// Peers and the player are set up before the first decision; leaves are answered at once.
    init(
        _ drawing: String, chunks: Int = 1, isLive: Bool = false, rate: Double = 1,
        viewers: Int? = 1_000, edges: Int = 0, hasPlayed: Bool = true,
        _ configuration: ScheduleConfiguration = ScheduleConfiguration()
    ) {
        self.chunks = chunks
        watched = WatchedSchedule(configuration, peersEnabled: false)
        rows = Self.rows(of: drawing)
        describe(0..<width, isLive: isLive)
        feed(.tracksSelected([track]))
        if hasPlayed { fetch(SegmentID(track: TrackID(0), number: 0)) }
        for column in map(of: "P").indices where map(of: "P")[column] == "#" {
            fetch(segment(column))
        }
        if let viewers { feed(.slotAssigned(slot: 0, viewers: viewers, edges: edges)) }
        for (name, map) in rows where name.count == 1 && name != "P" { enter(name, map) }
        play(from: map(of: "plays").firstIndex(of: "P"), rate: rate)
        feed(.peersEnabled(true))
    }

    // MARK: What comes to pass

    func segment(_ column: Int) -> SegmentID { SegmentID(track: track, number: UInt64(column)) }

    func peer(_ name: Character) -> PeerID {
        PeerID(Bytes32(words: (UInt64(name.asciiValue ?? 0), 0, 0, 0)))
    }

    /// Gives an input; what peers are asked for leaves, they send.
    mutating func feed(_ input: ScheduleInput) {
        let actions = watched.feed(input, at: now)
        if let report = watched.report { Issue.record("\(report)") }
        for case .requestLeaves(let segment, let peer) in actions {
            feed(.leavesVerified(segment, length: chunks * ChunkGeometry.chunkSize, from: peer))
        }
    }

    mutating func wait(_ milliseconds: Int) {
        let end = now + .milliseconds(milliseconds)
        while let deadline = watched.schedule.deadline, deadline <= end {
            now = max(now, deadline)
            feed(.timedOut)
        }
        now = end
    }

    mutating func describe(_ columns: Range<Int>, isLive: Bool) {
        let timings = columns.map {
            SegmentTiming(
                number: UInt64($0), start: .seconds(2) * $0, duration: .seconds(2),
                estimatedLength: chunks * ChunkGeometry.chunkSize)
        }
        feed(.trackDescribed(track, timings, isLive: isLive))
    }

    /// The player goes on from a column, with what it holds from there on.
    mutating func play(from column: Int?, rate: Double = 1) {
        guard let column else { return }
        let held = map(of: "P").dropFirst(column).prefix { $0 == "#" }.count
        setPlace(of: "P", to: column)
        feed(
            .playerMoved(
                PlayerState(
                    position: .seconds(2) * column, buffer: .seconds(2) * held, rate: rate)))
    }

    mutating func request(_ column: Int) { feed(.playerRequested(segment(column), nil)) }

    mutating func give(_ chunks: Range<Int>, of column: Int, by name: Character) {
        for chunk in chunks {
            feed(.chunkVerified(segment(column), chunk: chunk, from: peer(name)))
        }
    }

    /// Peers give all that they owe now.
    mutating func giveAll(by names: String) {
        var owed: [(column: Int, chunk: Int, name: Character)] = []
        for column in 0..<width {
            for (chunk, fate) in watched.oracle.fates(of: segment(column)).enumerated() {
                guard case .asked(let peers) = fate, let name = peers.first.map(name),
                    names.contains(name)
                else { continue }
                owed.append((column, chunk, name))
            }
        }
        for (column, chunk, name) in owed { give(chunk..<chunk + 1, of: column, by: name) }
    }

    private mutating func fetch(_ segment: SegmentID) {
        feed(.playerRequested(segment, nil))
        let length = chunks * ChunkGeometry.chunkSize
        feed(.originStarted(segment, length: length))
        feed(.originReceived(segment, count: length))
        feed(.originFinished(segment))
        feed(.playerReleased(segment))
    }

    private mutating func enter(_ name: String, _ map: [Character]) {
        let peer = peer(Character(name))
        feed(.peerJoined(peer, uploads: true, isEdge: false))
        if let column = self.map(of: "plays").firstIndex(of: Character(name)) {
            let state = PlayerState(
                position: .seconds(2) * column, buffer: .seconds(10), rate: 1)
            feed(.peerMoved(peer, state))
        }
        feed(.peerHas(peer, map.indices.filter { map[$0] == "#" }.map(segment)))
        for column in map.indices where map[column] == "+" {
            feed(
                .peerReceives(
                    peer, segment(column), ChunkMask(prefix: (chunks + 1) / 2, of: chunks)))
        }
    }

    // MARK: Drawing

    /// The picture with the row `asked` as it is now.
    var drawing: String {
        var lines = rows.filter { $0.name != "asked" }
        lines.append((name: "asked", map: Array(asked)))
        return lines.map { Self.line($0.name, $0.map) }.joined(separator: "\n")
    }

    /// Who is asked for each segment.
    var asked: String { String((0..<width).map { mark(of: segment($0)) }) }

    /// The chunks of one segment: `#` is here.
    func chunks(of column: Int) -> String {
        String(watched.oracle.fates(of: segment(column)).map(letter))
    }

    /// Whether all of a segment is here.
    func isHere(_ column: Int) -> Bool { watched.oracle.isComplete(segment(column)) }

    private func mark(of segment: SegmentID) -> Character {
        if watched.oracle.isComplete(segment) { return " " }
        let open = watched.oracle.fates(of: segment).first { $0 != .present } ?? .missing
        return letter(for: open)
    }

    private func letter(for fate: ChunkFate) -> Character {
        switch fate {
        case .present: "#"
        case .asked(let peers): peers.count > 1 ? "*" : peers.first.map(name) ?? "?"
        case .fetched: "O"
        case .missing: "."
        }
    }

    private func name(_ peer: PeerID) -> Character {
        Character(UnicodeScalar(UInt8(truncatingIfNeeded: peer.value.words.0)))
    }

    private var width: Int { rows.map(\.map.count).max() ?? 0 }

    private func map(of name: String) -> [Character] {
        rows.first { $0.name == name }?.map ?? []
    }

    private mutating func setPlace(of name: Character, to column: Int) {
        guard let row = rows.firstIndex(where: { $0.name == "plays" }) else { return }
        rows[row].map = rows[row].map.map { $0 == name ? " " : $0 }
        while rows[row].map.count <= column { rows[row].map.append(" ") }
        rows[row].map[column] = name
    }

    // MARK: Text

    /// Maps begin behind the longest name.
    private static let margin = 7

    static func rows(of drawing: String) -> [(name: String, map: [Character])] {
        drawing.split(separator: "\n").map { line in
            let name = line.prefix(margin).prefix { $0 != " " }
            return (String(name), Array(line.dropFirst(margin)))
        }
    }

    private static func line(_ name: String, _ map: [Character]) -> String {
        let blanks = String(repeating: " ", count: max(0, margin - name.count))
        let line = name + blanks + String(map)
        return String(line.reversed().drop { $0 == " " || $0 == "." }.reversed())
    }

    static func trimmed(_ drawing: String) -> String {
        rows(of: drawing).map { line($0.name, $0.map) }.joined(separator: "\n")
    }
}

/// Expects that the picture has come out as it was drawn.
func expect(
    _ picture: Picture, shows drawing: String, sourceLocation: SourceLocation = #_sourceLocation
) {
    let drawn = picture.drawing
    #expect(
        drawn == Picture.trimmed(drawing), "\n\(drawn)", sourceLocation: sourceLocation)
}
