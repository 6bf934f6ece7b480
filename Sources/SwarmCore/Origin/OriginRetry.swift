package import Primitives

/// Decides whether a fetch that the origin failed is tried again, and when.
///
/// An error that the origin *said* goes through to the player, as it would without the engine; an
/// origin that cannot be reached is tried for as long as a patient player would wait.
package struct OriginRetry: Sendable {
    package enum Failure: Hashable, Sendable {
        /// No answer, or one that broke off.
        case interrupted
        /// A status of HTTP that is an error.
        case answered(status: Int)
        /// Trying again cannot help: the URL, the address or the certificate is refused.
        case impossible
    }

    private static let firstPause = Duration.milliseconds(200)
    private static let longestPause = Duration.seconds(2)
    private static let patience = Duration.seconds(60)
    private static let answeredAttempts = 3

    private var failures = 0
    private var firstFailure: Moment?

    package init() {}

    /// How long to wait before the next try, or nil to give up.
    package mutating func failed(_ failure: Failure, at now: Moment) -> Duration? {
        failures += 1
        let since = firstFailure ?? now
        firstFailure = since
        switch failure {
        case .interrupted:
            guard now - since < Self.patience else { return nil }
        case .answered(let status):
            // 5xx and "too many requests" are often over in a moment; a 4xx stays what it is.
            guard status >= 500 || status == 429, failures < Self.answeredAttempts else {
                return nil
            }
        case .impossible:
            return nil
        }
        let doublings = min(failures - 1, 4)
        return min(Self.firstPause * (1 << doublings), Self.longestPause)
    }
}
