import Dispatch
import Glibc

/// SIGTERM and SIGINT, taken over from their default of ending the process.
struct StopSignals {
    private let stream: AsyncStream<Int32>
    private let sources: [any DispatchSourceSignal]

    init() {
        let (stream, continuation) = AsyncStream.makeStream(of: Int32.self)
        self.stream = stream
        sources = [SIGTERM, SIGINT].map { number in
            _ = signal(number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
            source.setEventHandler { continuation.yield(number) }
            source.resume()
            return source
        }
    }

    /// Waits for the first of them, and returns its name.
    func first() async -> String {
        defer { for source in sources { source.cancel() } }
        for await number in stream { return number == SIGINT ? "SIGINT" : "SIGTERM" }
        return "none"
    }
}
