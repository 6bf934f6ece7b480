package import EventLoop
package import Primitives

/// An answer that whoever asks for just the same gets as well, without the handler.
package struct ReadyAnswer: Sendable {
    /// What an answer says in front of its body.
    package struct Head: Sendable {
        let headers: [(String, String)]
        /// When it says something else.
        let until: Moment

        package init(headers: [(String, String)], until: Moment) {
            self.headers = headers
            self.until = until
        }
    }

    let status: Int
    let body: HeldBytes
    /// What is said at a moment; called on the loop, and again when that has changed.
    let head: @Sendable (_ now: Moment) -> Head
    /// Whether it still holds; asked each time, on the loop.
    let isCurrent: @Sendable () -> Bool
    /// Hears on the loop of each that is begun.
    let onBegun: @Sendable () -> Void
    /// Hears on the loop what became of each, and how long that took.
    let onServed: @Sendable (HTTPOutcome, Duration) -> Void

    package init(
        status: Int, body: HeldBytes, head: @escaping @Sendable (_ now: Moment) -> Head,
        isCurrent: @escaping @Sendable () -> Bool, onBegun: @escaping @Sendable () -> Void,
        onServed: @escaping @Sendable (HTTPOutcome, Duration) -> Void
    ) {
        self.status = status
        self.body = body
        self.head = head
        self.isCurrent = isCurrent
        self.onBegun = onBegun
        self.onServed = onServed
    }
}
