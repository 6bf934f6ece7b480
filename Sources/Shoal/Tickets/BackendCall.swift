import Origin
import Primitives

/// What has come of one question to a backend, and until when it is waited for.
///
/// It does no I/O and reads no clock. The limit counts from the question to the answer's last byte, so
/// that a backend that sends a byte now and then does not keep anybody waiting.
struct BackendCall: Sendable {
    /// The answer's body, or why there is none.
    typealias Outcome = Result<[UInt8], BackendError>

    private enum State {
        /// So much of the answer is there.
        case waiting([UInt8])
        case over
    }

    static let limit = Duration.seconds(15)
    static let longestAnswer = 256 << 10

    let deadline: Moment
    private var state = State.waiting([])

    init(at now: Moment, limit: Duration = Self.limit) {
        deadline = now + limit
    }

    /// Whatever the status: what the backend means is in the body.
    mutating func received(_ bytes: UnsafeRawBufferPointer) {
        switch state {
        case .waiting(var body):
            unsafe body.append(contentsOf: bytes)
            state = .waiting(body)
        case .over:
            break
        }
    }

    mutating func finished() -> Outcome? {
        switch state {
        case .waiting(let body):
            state = .over
            return .success(body)
        case .over:
            return nil
        }
    }

    mutating func failed(_ error: OriginError) -> Outcome? {
        switch error {
        case .cancelledByClose: end(.clientClosed)
        case .timedOut: end(.timedOut)
        case .tooLarge: end(.tooLong)
        default: end(.unreachable)
        }
    }

    /// Nil if it is not time yet.
    mutating func timerFired(at now: Moment) -> Outcome? {
        now < deadline ? nil : end(.timedOut)
    }

    private mutating func end(_ error: BackendError) -> Outcome? {
        switch state {
        case .waiting:
            state = .over
            return .failure(error)
        case .over:
            return nil
        }
    }
}
