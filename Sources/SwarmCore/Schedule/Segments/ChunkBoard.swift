import PeerWire
import Primitives

/// Which bytes of one segment are there, and which chunks peers were asked for.
///
/// Bytes come from peers by chunk and from the origin by offset. Once its memory has grown to the
/// longest segment that it was used for, the board allocates nothing.
struct ChunkBoard: Sendable {
    /// Bytes in the segment, or nil until somebody says.
    private(set) var length: Int?
    /// Bytes present from the start without a gap.
    private(set) var prefix = 0
    /// Missing chunks that no peer is asked for.
    private(set) var unaskedCount = 0
    /// Requests that peers have not answered.
    private(set) var outstandingCount = 0
    private var missingChunkBytes = 0
    private var cells: [ChunkCell] = []
    /// No chunk below this one is unasked.
    private var firstUnasked = 0
    /// What the origin delivered past the prefix while the length was not known.
    private var beyond: [Range<Int>] = []

    var chunkCount: Int { cells.count }

    var isComplete: Bool { length == prefix }

    /// Whether any byte is there.
    var isBegun: Bool { prefix > 0 || !beyond.isEmpty || cells.contains { $0.isPresent } }

    /// Whether it is as if it had never been used.
    var isEmpty: Bool { length == nil && prefix == 0 && beyond.isEmpty }

    var hasMemory: Bool { cells.capacity > 0 }

    /// Bytes still to come, once the length is known.
    @inline(__always)  // A call that cannot change the board would copy it.
    var missingBytes: Int? {
        guard length != nil else { return nil }
        return missingChunkBytes - partialBytes
    }

    /// Empties the board for another segment.
    mutating func clear() {
        length = nil
        prefix = 0
        unaskedCount = 0
        outstandingCount = 0
        missingChunkBytes = 0
        firstUnasked = 0
        beyond.removeAll()
        cells.removeAll(keepingCapacity: true)
    }

    /// Makes room for so many chunks: by powers of two, as segments differ a little in length.
    mutating func reserve(_ count: Int) {
        var capacity = max(1, cells.capacity)
        while capacity < count { capacity *= 2 }
        if cells.capacity < count { cells.reserveCapacity(capacity) }
    }

    /// Fixes the length; false when bytes beyond it, or another length, contradict it.
    mutating func lengthKnown(_ length: Int) -> Bool {
        guard self.length == nil else { return self.length == length }
        guard prefix <= length, beyond.allSatisfy({ $0.upperBound <= length }) else { return false }
        self.length = length
        guard let geometry = ChunkGeometry(length: length) else { return true }
        reserve(geometry.chunkCount)
        for _ in 0..<geometry.chunkCount { cells.append(ChunkCell()) }
        unaskedCount = cells.count
        missingChunkBytes = length
        fillPrefix()
        for range in beyond { originDelivered(range) }
        beyond.removeAll()
        return true
    }

    // MARK: Bytes

    /// Enters a chunk that matched its leaf; returns whether it was missing.
    mutating func chunkVerified(_ chunk: Int) -> Bool {
        guard cells.indices.contains(chunk), !cells[chunk].isPresent else { return false }
        fill(chunk)
        extendPrefix()
        return true
    }

    /// Enters bytes of the origin, all that one fetch has delivered so far.
    mutating func originDelivered(_ range: Range<Int>) {
        let end = min(range.upperBound, length ?? .max)
        if range.lowerBound <= prefix { prefix = max(prefix, end) }
        guard !cells.isEmpty else {
            if range.lowerBound > prefix, length == nil { keep(range) }
            return
        }
        fillPrefix()
        // Beyond a gap that peers are to fill, only whole chunks count.
        var chunk = (range.lowerBound + ChunkGeometry.chunkSize - 1) >> ChunkGeometry.chunkLog
        while chunk < cells.count, bytes(of: chunk).upperBound <= end {
            if !cells[chunk].isPresent { fill(chunk) }
            chunk += 1
        }
        extendPrefix()
    }

    /// A fetch delivers more and more from one offset on; another from there may break off earlier.
    private mutating func keep(_ range: Range<Int>) {
        guard let place = beyond.firstIndex(where: { $0.lowerBound == range.lowerBound }) else {
            return beyond.append(range)
        }
        if beyond[place].upperBound < range.upperBound { beyond[place] = range }
    }

    func isPresent(_ chunk: Int) -> Bool { cells[chunk].isPresent }

    /// The first byte that is missing from a chunk on, or before that if nothing is.
    func firstMissing(from wanted: Int) -> Int {
        guard !cells.isEmpty else { return max(prefix, wanted << ChunkGeometry.chunkLog) }
        var chunk = wanted
        while chunk < cells.count, cells[chunk].isPresent { chunk += 1 }
        return chunk < cells.count ? max(prefix, chunk << ChunkGeometry.chunkLog) : prefix
    }

    /// Where the bytes begin that are there up to the end of the segment, or nil if its last chunk
    /// is missing.
    var startOfPresentEnd: Int? {
        var chunk = cells.count
        while chunk > 0, cells[chunk - 1].isPresent { chunk -= 1 }
        return chunk < cells.count ? chunk << ChunkGeometry.chunkLog : nil
    }

    /// The bytes that the origin is to be asked for: the first that are neither there nor about to
    /// come from peers, up to the next that are; over `bridged` chunks in a row that are, and no more, it
    /// leads on to what is missing behind them.
    ///
    /// What lies before the chunk `wanted` comes last.
    ///
    /// Nil when all the rest comes from peers; without an end when the last byte is missing.
    func gap(bridging bridged: Int, from wanted: Int = 0) -> (offset: Int, end: Int?)? {
        guard !cells.isEmpty else { return (firstMissing(from: wanted), nil) }
        guard let first = nextUnasked(from: wanted) ?? nextUnasked(from: 0) else {
            return nil
        }
        var end = first + 1
        var chunk = end
        while chunk < cells.count, chunk - end <= bridged {
            if cells[chunk].isUnasked { end = chunk + 1 }
            chunk += 1
        }
        return (
            max(prefix, first << ChunkGeometry.chunkLog),
            end < cells.count ? end << ChunkGeometry.chunkLog : nil
        )
    }

    /// How many such gaps there are, and their chunks with those that they lead over.
    func gaps(bridging bridged: Int) -> (count: Int, chunks: Int) {
        var (count, chunks) = (0, 0)
        var end: Int?
        for chunk in cells.indices where cells[chunk].isUnasked {
            if let end, chunk - end <= bridged {
                chunks += chunk - end
            } else {
                count += 1
            }
            chunks += 1
            end = chunk + 1
        }
        return (count, chunks)
    }

    // MARK: Requests

    /// The first missing chunk from `start` on that no peer is asked for.
    @inline(__always)  // A call that cannot change the board would copy it.
    func nextUnasked(from start: Int) -> Int? {
        guard unaskedCount > 0 else { return nil }
        var chunk = max(start, firstUnasked)
        while chunk < cells.count {
            if cells[chunk].isUnasked { return chunk }
            chunk += 1
        }
        return nil
    }

    func isUnasked(_ chunk: Int) -> Bool { cells[chunk].isUnasked }

    func wasAsked(_ chunk: Int, of peer: PeerSlot) -> Bool { cells[chunk].wasAsked(of: peer) }

    func outstanding(_ chunk: Int) -> Int { cells[chunk].outstandingCount }

    /// The peer that a chunk is asked of, the first if several.
    func askedPeer(_ chunk: Int) -> PeerSlot? { cells[chunk].firstOutstanding }

    /// Whether another peer can be remembered as asked for the chunk.
    @inline(__always)  // A call that cannot change the board would copy it.
    func canAsk(_ chunk: Int, of peer: PeerSlot) -> Bool {
        !cells[chunk].isPresent && cells[chunk].hasRoom && !cells[chunk].wasAsked(of: peer)
    }

    /// Whether the peer can be asked for any chunk that nobody was asked for.
    @inline(__always)  // A call that cannot change the board would copy it.
    func canAskAny(in supply: ChunkSupply, of peer: PeerSlot) -> Bool {
        guard unaskedCount > 0 else { return false }
        for chunk in firstUnasked..<cells.count
        where cells[chunk].isUnasked && supply.has(chunk) && canAsk(chunk, of: peer) {
            return true
        }
        return false
    }

    mutating func asked(_ chunk: Int, of peer: PeerSlot) {
        if cells[chunk].isUnasked { unaskedCount -= 1 }
        cells[chunk].asked(of: peer)
        outstandingCount += 1
        while firstUnasked < cells.count, !cells[firstUnasked].isUnasked { firstUnasked += 1 }
    }

    /// A peer gives a chunk back, to be asked for it again or not; others go on with it.
    mutating func returned(_ chunk: Int, by peer: PeerSlot, mayAskAgain: Bool) {
        guard cells.indices.contains(chunk),
            cells[chunk].returned(by: peer, mayAskAgain: mayAskAgain)
        else { return }
        outstandingCount -= 1
        guard cells[chunk].isUnasked else { return }
        unaskedCount += 1
        firstUnasked = min(firstUnasked, chunk)
    }

    /// What is missing may be asked of those again from whom it did not come before.
    mutating func forgetAnswered() {
        for chunk in cells.indices where !cells[chunk].isPresent { cells[chunk].forgetAnswered() }
    }

    // MARK: -

    private func bytes(of chunk: Int) -> Range<Int> {
        let start = chunk << ChunkGeometry.chunkLog
        return start..<min(start + ChunkGeometry.chunkSize, length ?? .max)
    }

    /// Bytes of the prefix that lie in a chunk which is not whole.
    @inline(__always)  // A call that cannot change the board would copy it.
    private var partialBytes: Int {
        guard prefix != length else { return 0 }
        return prefix & (ChunkGeometry.chunkSize - 1)
    }

    private mutating func fill(_ chunk: Int) {
        if cells[chunk].isUnasked { unaskedCount -= 1 }
        cells[chunk].isPresent = true
        missingChunkBytes -= bytes(of: chunk).count
    }

    /// Marks what lies wholly below the prefix.
    private mutating func fillPrefix() {
        var chunk = min(prefix >> ChunkGeometry.chunkLog, cells.count) - 1
        if prefix == length { chunk = cells.count - 1 }
        while chunk >= 0, !cells[chunk].isPresent {
            fill(chunk)
            chunk -= 1
        }
    }

    private mutating func extendPrefix() {
        var chunk = prefix >> ChunkGeometry.chunkLog
        while chunk < cells.count, cells[chunk].isPresent {
            prefix = bytes(of: chunk).upperBound
            chunk += 1
        }
    }
}
