import LocalHTTP
import EventLoop

/// A body that is given in parts.
final class Feed: Sendable {
    private struct State {
        var bytes: [UInt8]
        var last = HTTPBodyRead.wait
        var reads = 0
    }

    private let state: Locked<State>

    init(_ bytes: [UInt8] = []) {
        state = Locked(State(bytes: bytes))
    }

    /// How often the server asked.
    var reads: Int { state.withLock { $0.reads } }

    func append(_ bytes: [UInt8]) { state.withLock { $0.bytes += bytes } }
    func finish() { state.withLock { $0.last = .end } }
    func fail() { state.withLock { $0.last = .fail } }

    var source: HTTPBodySource {
        unsafe HTTPBodySource { offset, buffer in
            self.state.withLock { state in
                state.reads += 1
                let count = min(state.bytes.count - offset, buffer.count)
                guard count > 0 else { return state.last }
                unsafe buffer.copyBytes(from: state.bytes[offset..<offset + count])
                return .bytes(count)
            }
        }
    }
}
