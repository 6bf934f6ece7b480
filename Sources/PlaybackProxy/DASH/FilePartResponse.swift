import Engine
import EventLoop
import LocalHTTP
import Manifests
import Origin
import Primitives

/// Answers one request for any part of a file whose segments are exchanged: each stretch from where it is.
///
/// What the engine cannot have comes from the origin, from the byte on that was reached.
actor FilePartResponse {
    nonisolated var unownedExecutor: UnownedSerialExecutor {
        unsafe loop.asUnownedSerialExecutor()
    }

    /// Where the bytes of a stretch come from.
    struct Sources: Sendable {
        let session: SwarmSession
        let client: OriginClient
        /// Asks the origin for the file.
        let request: OriginRequest
        /// Counts what came from the origin past the engine.
        let onBytes: @Sendable (Int) -> Void
    }

    private enum Current {
        case none
        case head(Range<Int>)
        /// `bytes` of the segment, of which `taken` are gone.
        case segment(SegmentReader, SegmentedFileMap.Part, bytes: Range<Int>)
        case origin(OriginBytes, Range<Int>)
    }

    private nonisolated let loop: UVEventLoop
    private let map: SegmentedFileMap
    private let sources: Sources
    private let answer: Answer
    /// What is still to be begun, the last first.
    private var parts: [SegmentedFileMap.Part]
    private var current = Current.none
    /// Bytes of the current part that the player has taken.
    private var taken = 0
    /// Whether all of the current segment was here when it was opened.
    private var wasHere = false
    /// What the answer begins with, until it has.
    private var head: (status: Int, headers: [(String, String)], length: Int)?

    init(
        _ map: SegmentedFileMap, _ range: Range<Int>, _ sources: Sources, answer: Answer,
        on loop: UVEventLoop
    ) {
        self.map = map
        self.sources = sources
        self.answer = answer
        self.loop = loop
        parts = map.parts(of: range).reversed()
    }

    /// The answer says where its first byte is from, and so begins with that.
    func begin(status: Int, headers: [(String, String)]) {
        let length = parts.reduce(0) { $0 + $1.count }
        answer.exchange.onClosed { _ in self.assumeIsolated { $0.end() } }
        if let first = parts.popLast() { open(first) }
        head = (status, headers, length)
        changed()
    }

    private func changed() {
        guard let (status, headers, length) = head else { return answer.exchange.resume() }
        guard let origin else { return }
        head = nil
        let source = unsafe HTTPBodySource { _, buffer in
            let buffer = unsafe BorrowedBuffer(buffer)
            return self.assumeIsolated { $0.read(into: buffer) }
        }
        answer.stream(status, headers, length: length, source, from: origin)
    }

    /// Where what comes next is from; nil until that shows.
    private var origin: AnswerSource? {
        switch current {
        case .none, .head:
            return .store
        case .origin:
            return .cdn
        case .segment(let reader, _, let bytes):
            if wasHere { return .store }
            guard reader.isReadable(at: bytes.lowerBound) else {
                // What fails here is at the origin.
                return reader.status.end == nil ? nil : .cdn
            }
            return AnswerSource(sources.session.assumeIsolated { $0.source(of: reader.segment) })
        }
    }

    private func read(into buffer: BorrowedBuffer) -> HTTPBodyRead {
        while true {
            switch current {
            case .none:
                guard let next = parts.popLast() else { return .end }
                open(next)
            case .head(let range):
                guard taken < range.count else {
                    close()
                    continue
                }
                let bytes = map.head[range.lowerBound + taken..<range.upperBound]
                return take(unsafe bytes.withUnsafeBytes { unsafe buffer.fill(from: $0) })
            case .segment(let reader, let part, let bytes):
                guard taken < bytes.count else {
                    close()
                    continue
                }
                let count = reader.read(
                    at: bytes.lowerBound + taken, into: buffer.prefix(bytes.count - taken))
                if count > 0 { return take(count) }
                guard reader.status.end != nil else { return .wait }
                // The rest of it is at the origin.
                let rest = bytes.lowerBound + taken..<bytes.upperBound
                close()
                guard case .segment(let segment, _) = part, let range = map.range(of: segment, rest)
                else { return .fail }
                open(.origin(range))
            case .origin(let origin, let range):
                guard taken < range.count else {
                    close()
                    continue
                }
                let room = buffer.prefix(range.count - taken)
                switch origin.assumeIsolated({ $0.read(into: room) }) {
                case .bytes(let count): return take(count)
                case .wait: return .wait
                case .end, .fail: return .fail
                }
            }
        }
    }

    private func take(_ count: Int) -> HTTPBodyRead {
        taken += count
        return .bytes(count)
    }

    private func open(_ part: SegmentedFileMap.Part) {
        taken = 0
        switch part {
        case .head(let range):
            current = .head(range)
        case .segment(let segment, let bytes):
            let request = answer.exchange.request
            let reader = sources.session.assumeIsolated {
                $0.open(segment, hints: request.hints) { [weak self] in
                    self?.assumeIsolated { $0.changed() }
                }
            }
            reader.commit()
            wasHere =
                switch reader.status.end {
                case .complete: true
                case .failed, nil: false
                }
            current = .segment(reader, part, bytes: bytes)
        case .origin(let range):
            let origin = OriginBytes(on: loop, onBytes: sources.onBytes) { [weak self] in
                self?.assumeIsolated { $0.changed() }
            }
            origin.assumeIsolated { $0.begin(range, of: sources.request, client: sources.client) }
            current = .origin(origin, range)
        }
    }

    /// Lets go of the current part.
    private func close() {
        switch current {
        case .segment(let reader, _, _):
            sources.session.assumeIsolated { [taken] in $0.release(reader, delivered: taken) }
        case .origin(let origin, _):
            origin.assumeIsolated { $0.cancel() }
        case .none, .head:
            break
        }
        current = .none
        taken = 0
    }

    private func end() {
        parts = []
        head = nil
        close()
    }
}
