import Engine
import EventLoop
import LocalHTTP
import Primitives

/// Answers one request for a segment: the head as soon as its length is known, then the bytes as
/// they become readable.
actor SegmentResponse {
    nonisolated var unownedExecutor: UnownedSerialExecutor {
        unsafe loop.asUnownedSerialExecutor()
    }

    /// Which bytes the player asked for, and how the answer calls them.
    enum Wanted: Sendable {
        case whole
        case range(ByteRangeRequest)
        /// The segment is this part of a file, and the player asked for just that; the file's length is
        /// nil while nobody knows it.
        case part(Range<Int>, ofFile: Int?)
    }

    private enum State {
        case opening
        case streaming
        case over
    }

    private nonisolated let loop: UVEventLoop
    private let session: SwarmSession
    private let answer: Answer
    private let wanted: Wanted
    private let headers: [(String, String)]
    private let onMissing: @Sendable (MissingMedia.Answer) -> Void
    private let onFailure: @Sendable () -> Void
    private let onGiven: @Sendable (SegmentID, GivenSegments.Given) -> Void
    private var state = State.opening
    private var reader: SegmentReader?
    /// Whether all of it was here when it was asked for.
    private var wasHere = false
    private var sent = 0

    /// `onMissing` hears that the origin has no such segment, `onGiven` what others were given for whom the
    /// segment was not opened.
    ///
    /// `onFailure` is called instead of an answer, when the engine cannot have the segment.
    init(
        session: SwarmSession, answer: Answer, wanted: Wanted, headers: [(String, String)],
        on loop: UVEventLoop, onMissing: @escaping @Sendable (MissingMedia.Answer) -> Void,
        onGiven: @escaping @Sendable (SegmentID, GivenSegments.Given) -> Void,
        onFailure: @escaping @Sendable () -> Void
    ) {
        self.onGiven = onGiven
        self.session = session
        self.answer = answer
        self.wanted = wanted
        self.headers = headers
        self.loop = loop
        self.onMissing = onMissing
        self.onFailure = onFailure
    }

    func begin(_ segment: SegmentID) {
        let request = answer.exchange.request
        reader = session.assumeIsolated {
            $0.open(segment, hints: request.hints, note: request.note) { [weak self] in
                self?.assumeIsolated { $0.changed() }
            }
        }
        if case .complete? = reader?.status.end { wasHere = true }
        answer.exchange.onClosed { _ in self.assumeIsolated { $0.end() } }
        changed()
    }

    private func changed() {
        guard let reader else { return }
        switch state {
        case .opening: open(reader.status)
        case .streaming: answer.exchange.resume()
        case .over: break
        }
    }

    private func open(_ status: SegmentStatus) {
        switch status.end {
        case .failed(.answered(let code, let contentType, let body)):
            state = .over
            answer.give(code, contentType.map { [("Content-Type", $0)] } ?? [], body)
            MissingMedia.Answer(status: code, contentType: contentType, body: body).map(onMissing)
        case .failed(.unreachable), .failed(.otherVersion), .failed(.contradicted):
            end()
            onFailure()
        case .complete, nil:
            if let length = status.length {
                answer(length: length)
            } else if status.available > 0, case .whole = wanted {
                // The origin does not say how long it is, and neither do we.
                state = .streaming
                reader?.commit()
                stream(200, headers, from: 0, length: nil)
            }
        }
    }

    private func answer(length: Int) {
        state = .streaming
        reader?.commit()
        let headers = headers + [("Accept-Ranges", "bytes")]
        switch wanted {
        case .whole:
            stream(200, headers, from: 0, length: length)
            share(200, headers)
        case .part(let range, let total):
            let contentRange = ("Content-Range", ContentRange.header(range, of: total))
            stream(206, headers + [contentRange], from: 0, length: length)
        case .range(let range):
            guard let bytes = range.resolved(against: length) else {
                state = .over
                answer.give(416, [("Content-Range", ContentRange.unsatisfied(length))], [])
                return
            }
            let contentRange = ("Content-Range", ContentRange.header(bytes, of: length))
            stream(206, headers + [contentRange], from: bytes.lowerBound, length: bytes.count)
            if bytes.count == length { share(206, headers + [contentRange]) }
        }
    }

    private func stream(
        _ status: Int, _ headers: [(String, String)], from first: Int, length: Int?
    ) {
        let end = length.map { first + $0 }
        let source = unsafe HTTPBodySource { offset, buffer in
            let buffer = unsafe BorrowedBuffer(buffer)
            return self.assumeIsolated { $0.read(at: first + offset, end: end, into: buffer) }
        }
        answer.stream(status, headers + age, length: length, source, from: origin)
    }

    /// Has others who ask for the same be answered so, for as long as the segment is here as it is.
    private func share(_ status: Int, _ headers: [(String, String)]) {
        guard wasHere, let onShared = answer.onShared, answer.exchange.canKeep,
            let reader, let whole = session.assumeIsolated({ $0.whole(reader.segment) })
        else { return }
        let (told, segment) = (answer.told(.store) + headers, reader.segment)
        let madeAt = answer.note == nil ? nil : loop.now - reader.age
        answer.exchange.keep(
            ReadyAnswer(
                status: status, body: whole.bytes,
                head: { now in
                    guard let madeAt else {
                        return ReadyAnswer.Head(headers: told, until: .distantFuture)
                    }
                    let seconds = (now - madeAt).components.seconds
                    return ReadyAnswer.Head(
                        headers: told + [("Age", String(seconds))],
                        until: madeAt + .seconds(seconds + 1))
                },
                isCurrent: { [version = whole.version] in version.isCurrent },
                onBegun: { [onGiven] in onGiven(segment, .begun) },
                onServed: { [onGiven] outcome, duration in
                    onGiven(segment, .bytes(outcome.bytes))
                    onShared(outcome, duration)
                }))
    }

    private var origin: AnswerSource {
        guard !wasHere, let reader else { return .store }
        return AnswerSource(session.assumeIsolated { $0.source(of: reader.segment) })
    }

    /// Players of one session are not told how old its media is.
    private var age: [(String, String)] {
        guard answer.note != nil, let reader else { return [] }
        return [("Age", String(reader.age.components.seconds))]
    }

    private func read(
        at offset: Int, end: Int?, into buffer: BorrowedBuffer
    ) -> HTTPBodyRead {
        guard let reader else { return .fail }
        guard offset < end ?? .max else { return .end }
        let count = reader.read(at: offset, into: buffer.prefix((end ?? .max) - offset))
        if count > 0 {
            sent += count
            return .bytes(count)
        }
        return switch reader.status.end {
        case nil: .wait
        case .complete: .end
        case .failed: .fail
        }
    }

    private func end() {
        state = .over
        guard let reader else { return }
        self.reader = nil
        let sent = sent
        session.assumeIsolated { $0.release(reader, delivered: sent) }
    }
}
