import Dispatch
import Glibc

/// The signals that come, from when this is made on, and that end the process no more by themselves.
struct NodeSignals {
    enum Signal: Sendable {
        /// To end: the first time by and by, the second time at once.
        case stop
        case reload
    }

    let all: AsyncStream<Signal>
    /// Who waits for the next signal hears that there is none once this is finished.
    let end: AsyncStream<Signal>.Continuation
    private let sources: [any DispatchSourceSignal]

    init() {
        let (stream, continuation) = AsyncStream.makeStream(of: Signal.self)
        all = stream
        end = continuation
        let meanings: [(Int32, Signal)] = [(SIGINT, .stop), (SIGTERM, .stop), (SIGHUP, .reload)]
        sources = meanings.map { number, meaning in
            _ = signal(number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
            source.setEventHandler { continuation.yield(meaning) }
            source.resume()
            return source
        }
    }
}
