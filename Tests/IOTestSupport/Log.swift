import EventLoop

/// What callbacks write down and a test reads.
package final class Log<Entry: Sendable>: Sendable {
    private let written = Locked<[Entry]>([])

    package init() {}

    package var entries: [Entry] { written.withLock { $0 } }
    package var count: Int { written.withLock { $0.count } }

    package func append(_ entry: Entry) {
        written.withLock { $0.append(entry) }
    }

    package func takeAll() -> [Entry] {
        written.withLock { entries in
            defer { entries = [] }
            return entries
        }
    }

    package func append(contentsOf entries: [Entry]) {
        written.withLock { $0.append(contentsOf: entries) }
    }
}
