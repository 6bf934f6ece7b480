/// Why an application's backend has given no answer that can be read.
///
/// What a backend says in an answer, also that of an error status, is none of these.
public struct BackendError: Error, Hashable, Sendable {
    enum Code: Hashable, Sendable {
        case timedOut
        case unreachable
        case unreadable
        case tooLong
        case clientClosed
        case cancelled
    }

    let code: Code

    /// There was no whole answer within 15 seconds.
    public static let timedOut = BackendError(code: .timedOut)
    /// There was no connection, or it broke before the end of the answer.
    public static let unreachable = BackendError(code: .unreachable)
    /// The answer is not the JSON that it should be.
    public static let unreadable = BackendError(code: .unreadable)
    /// The answer is longer than 256 KiB.
    public static let tooLong = BackendError(code: .tooLong)
    /// The client was closed, or the SDK was shut down.
    public static let clientClosed = BackendError(code: .clientClosed)
    /// The task that asked was cancelled.
    public static let cancelled = BackendError(code: .cancelled)

    /// A fixed name of the error without dynamic values, fit for a metric label.
    public var shortDescription: String { "\(code)" }
}

extension BackendError: CustomStringConvertible {
    public var description: String {
        switch code {
        case .timedOut: "the backend has not answered in time"
        case .unreachable: "the backend could not be reached"
        case .unreadable: "the backend's answer cannot be read"
        case .tooLong: "the backend's answer is too long"
        case .clientClosed: "the client is closed"
        case .cancelled: "nobody waits for the backend's answer any more"
        }
    }
}
