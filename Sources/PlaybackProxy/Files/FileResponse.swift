import Engine
import EventLoop
import LocalHTTP
import Manifests
import Primitives
import SwarmCore

/// Answers one request for bytes of a file from its pieces, each as it becomes readable.
actor FileResponse {
    nonisolated var unownedExecutor: UnownedSerialExecutor {
        unsafe loop.asUnownedSerialExecutor()
    }

    /// What the response has others do; all on the loop.
    struct Links: Sendable {
        /// The head is not out yet, and a piece cannot be had: somebody else answers.
        let startAgain: @Sendable (SegmentFailure) -> Void
        /// Asks the origin anew for what it has: whether it is still this version.
        let refresh: @Sendable (@escaping @Sendable (_ isSame: Bool) -> Void) -> Void
        /// Told once, of a client that reads on.
        let onReading: @Sendable () -> Void
        let onEnd: @Sendable (_ wasReading: Bool) -> Void
    }

    private enum State {
        /// The head waits for the first byte: until then the origin's own answer may have to be given.
        case opening
        case streaming
        /// The origin is asked where the piece is now; what it had named before is over.
        case refreshing
        /// The body cannot go on: it ends where it is.
        case failed
        case over
    }

    private nonisolated let loop: UVEventLoop
    private let session: SwarmSession
    private let answer: Answer
    private let file: SharedFile
    private let range: Range<Int>
    private let isPart: Bool
    private let links: Links
    private var state = State.opening
    private var cursor: PieceCursor
    private var readers: [Int: SegmentReader] = [:]
    private var delivered: [Int: Int] = [:]
    private var isFirstPiece = true
    /// Whether the first piece was here when it was asked for.
    private var wasHere = false
    private var isReading = false
    /// The piece for which the origin was asked anew.
    private var refreshedPiece: Int?

    init(
        session: SwarmSession, answer: Answer, file: SharedFile, range: Range<Int>, isPart: Bool,
        links: Links, on loop: UVEventLoop
    ) {
        self.session = session
        self.answer = answer
        self.file = file
        self.range = range
        self.isPart = isPart
        self.links = links
        self.loop = loop
        cursor = PieceCursor(file.table, reading: range)
    }

    func begin() {
        answer.exchange.onClosed { _ in self.assumeIsolated { $0.end() } }
        hold()
        if case .complete? = firstReader?.status.end { wasHere = true }
        changed()
    }

    private var firstReader: SegmentReader? { readers[file.table.piece(at: range.lowerBound)] }

    /// Where the first piece comes from; others may come from elsewhere.
    private var origin: AnswerSource {
        guard !wasHere, let firstReader else { return .store }
        return AnswerSource(session.assumeIsolated { $0.source(of: firstReader.segment) })
    }

    private func changed() {
        switch state {
        case .opening: open()
        case .streaming: answer.exchange.resume()
        case .refreshing, .failed, .over: break
        }
    }

    // MARK: - The head

    private func open() {
        let piece = file.table.piece(at: range.lowerBound)
        guard let reader = readers[piece] else { return }
        if reader.isReadable(at: range.lowerBound - file.table.range(of: piece).lowerBound) {
            state = .streaming
            respond()
        } else if let failure = failure(of: reader.status) {
            end()
            links.startAgain(failure)
        }
    }

    private func respond() {
        let contentRange = ("Content-Range", ContentRange.header(range, of: file.version.length))
        let source = unsafe HTTPBodySource { [first = range.lowerBound] offset, buffer in
            let buffer = unsafe BorrowedBuffer(buffer)
            return self.assumeIsolated { $0.read(at: first + offset, into: buffer) }
        }
        answer.stream(
            isPart ? 206 : 200, file.headers + (isPart ? [contentRange] : []),
            length: range.count, source, from: origin)
    }

    // MARK: - The body

    private func read(at offset: Int, into buffer: BorrowedBuffer) -> HTTPBodyRead {
        switch state {
        case .streaming: break
        case .opening, .refreshing: return .wait
        case .failed, .over: return .fail
        }
        guard offset < range.upperBound else { return .end }
        cursor.read(to: offset)
        hold()
        if cursor.readsOn, !isReading {
            isReading = true
            links.onReading()
        }
        let piece = file.table.piece(at: offset)
        let bytes = file.table.range(of: piece)
        guard let reader = readers[piece] else { return .fail }
        let room = min(bytes.upperBound, range.upperBound) - offset
        let count = reader.read(at: offset - bytes.lowerBound, into: buffer.prefix(room))
        if count > 0 {
            reader.commit()
            delivered[piece, default: 0] += count
            return .bytes(count)
        }
        guard let failure = failure(of: reader.status) else { return .wait }
        return refresh(piece, after: failure)
    }

    /// A URL that has expired, or a file that is another now: the origin tells which, once a piece.
    private func refresh(_ piece: Int, after failure: SegmentFailure) -> HTTPBodyRead {
        guard failure.mayBeOver, refreshedPiece != piece else {
            state = .failed
            return .fail
        }
        refreshedPiece = piece
        state = .refreshing
        release(piece)
        links.refresh { [weak self] isSame in self?.assumeIsolated { $0.refreshed(isSame) } }
        return .wait
    }

    private func refreshed(_ isSame: Bool) {
        switch state {
        case .refreshing: state = isSame ? .streaming : .failed
        case .opening, .streaming, .failed, .over: return
        }
        answer.exchange.resume()
    }

    /// A piece that is all there and not as long as it must be is not of this version, either.
    private func failure(of status: SegmentStatus) -> SegmentFailure? {
        switch status.end {
        case .failed(let failure): failure
        case .complete: .otherVersion
        case nil: nil
        }
    }

    // MARK: - Pieces

    /// Opens what is needed now, and then lets go of the rest: between two pieces nobody is idle.
    private func hold() {
        let needed = cursor.needed
        for piece in needed where readers[piece] == nil { open(piece) }
        for piece in readers.keys where !needed.contains(piece) { release(piece) }
    }

    private func open(_ piece: Int) {
        // What the player says of itself, it says of the first byte that it asks for.
        let request = isFirstPiece ? answer.exchange.request : nil
        isFirstPiece = false
        var hints = request?.hints ?? PlayerHints()
        hints.readsOn = true
        hints.offset = max(0, cursor.offset - file.table.range(of: piece).lowerBound)
        readers[piece] = session.assumeIsolated {
            $0.open(file.segment(piece), hints: hints, note: request?.note) { [weak self] in
                self?.assumeIsolated { $0.changed() }
            }
        }
    }

    private func release(_ piece: Int) {
        guard let reader = readers.removeValue(forKey: piece) else { return }
        let count = delivered.removeValue(forKey: piece) ?? 0
        session.assumeIsolated { $0.release(reader, delivered: count) }
    }

    private func end() {
        switch state {
        case .opening, .streaming, .refreshing, .failed: state = .over
        case .over: return
        }
        for piece in readers.keys { release(piece) }
        links.onEnd(isReading)
    }
}

extension SegmentFailure {
    /// Whether asking for the file by its first name may lead to the bytes all the same.
    var mayBeOver: Bool {
        switch self {
        case .answered, .otherVersion: true
        case .unreachable, .contradicted: false
        }
    }
}
