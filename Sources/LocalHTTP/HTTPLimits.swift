/// What one client, or all of them together, may take of a server.
package struct HTTPLimits: Sendable {
    package var connections = 64
    package var headerBytes = 8 * 1024
    /// From the connection, or from a later request's first line, to the end of its headers.
    package var headerTime = Duration.seconds(5)
    /// From the end of an answer to the end of the next request's headers.
    package var idleTime = Duration.seconds(60)
    /// Bytes that wait in the system for a client that does not read: left to itself, the system takes
    /// megabytes on loopback, which a player that looks around for an index leaves behind.
    package var unreadBytes = 128 * 1024
    /// Other methods are refused.
    package var methods: Set<String> = ["GET", "HEAD", "OPTIONS"]
    /// The longest body of a request; its length has to be said, and it comes within `headerTime`.
    package var bodyBytes = 0

    /// A connection's buffers: the head of a request and the head of its answer.
    package var connectionMemory = 64 * 1024

    /// Answers that are kept for whoever asks for the same; each takes about 1 KiB beside its body.
    package var readyAnswers = 16_384

    package init() {}

    /// For servers with hundreds of clients at a time, most of whom wait.
    package static func forMany(_ connections: Int) -> HTTPLimits {
        var limits = HTTPLimits()
        limits.connections = connections
        limits.connectionMemory = 12 * 1024
        limits.headerBytes = 6 * 1024
        limits.unreadBytes = 256 * 1024
        return limits
    }
}
