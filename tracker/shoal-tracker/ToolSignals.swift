import Dispatch
import Glibc

/// The signals that come, from when this is made on.
struct ToolSignals {
    let all: AsyncStream<ToolSignal>
    private let sources: [any DispatchSourceSignal]

    init() {
        let (stream, continuation) = AsyncStream.makeStream(of: ToolSignal.self)
        all = stream
        sources = ToolSignal.allCases.map { kind in
            _ = signal(kind.number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(signal: kind.number, queue: .global())
            source.setEventHandler { continuation.yield(kind) }
            source.resume()
            return source
        }
    }

    func cancel() {
        for source in sources { source.cancel() }
    }
}
