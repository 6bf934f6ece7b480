package import Primitives

/// An answer that whoever asks for just the same gets as well, without the handler.
package struct ReadyAnswer: Sendable {
    let status: Int
    let headers: [(String, String)]
    var body: [UInt8]
    /// When it says something else: it is not given from then on.
    let until: Moment
    /// Whether it still holds; asked each time, on the loop.
    let isCurrent: @Sendable () -> Bool
    /// Hears on the loop what became of each, and how long that took.
    let onServed: @Sendable (HTTPOutcome, Duration) -> Void

    package init(
        status: Int, headers: [(String, String)], body: [UInt8], until: Moment,
        isCurrent: @escaping @Sendable () -> Bool,
        onServed: @escaping @Sendable (HTTPOutcome, Duration) -> Void
    ) {
        self.status = status
        self.headers = headers
        self.body = body
        self.until = until
        self.isCurrent = isCurrent
        self.onServed = onServed
    }
}
