import Origin
import EventLoop

/// What came of one fetch.
struct FetchRecord: Sendable {
    enum End: Hashable, Sendable {
        case finished
        case failed(OriginError)
    }

    var responses: [OriginResponse] = []
    var body: [UInt8] = []
    var ends: [End] = []
    /// Whether any event came after the end, or a body before the response.
    var isOutOfOrder = false

    var text: String { String(decoding: body, as: UTF8.self) }
    var status: Int? { responses.first?.status }
    /// The one end, or nil if there was none or more.
    var end: End? { ends.count == 1 && responses.count <= 1 && !isOutOfOrder ? ends[0] : nil }
    /// The error, if it ended with one.
    var error: OriginError? {
        if case .failed(let error)? = end { error } else { nil }
    }
}

/// Writes down the events of one fetch.
final class FetchLog: Sendable {
    private let state = Locked(FetchRecord())

    var record: FetchRecord { state.withLock { $0 } }
    var isOver: Bool { state.withLock { !$0.ends.isEmpty } }
    var bodyCount: Int { state.withLock { $0.body.count } }

    func take(_ event: OriginEvent) {
        state.withLock { record in
            record.isOutOfOrder = record.isOutOfOrder || !record.ends.isEmpty
            switch event {
            case .response(let response):
                record.responses.append(response)
            case .body(let bytes):
                record.isOutOfOrder = record.isOutOfOrder || record.responses.isEmpty
                unsafe record.body.append(contentsOf: bytes)
            case .finished:
                record.ends.append(.finished)
            case .failed(let error):
                record.ends.append(.failed(error))
            }
        }
    }
}
