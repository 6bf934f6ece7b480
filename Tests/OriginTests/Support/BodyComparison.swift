import Glibc
import Origin
import EventLoop

/// Compares a long body with what it should be, piece by piece as it comes.
final class BodyComparison: Sendable {
    private struct State {
        var count = 0
        var isEqual = true
        var end: FetchRecord.End?
    }

    let expected: [UInt8]
    private let state = Locked(State())

    init(expecting expected: [UInt8]) {
        self.expected = expected
    }

    /// Bytes so far.
    var count: Int { state.withLock { $0.count } }
    var end: FetchRecord.End? { state.withLock { $0.end } }
    /// Whether all bytes have come, none of them wrong.
    var isWhole: Bool { state.withLock { $0.isEqual && $0.count == expected.count } }

    func take(_ event: OriginEvent) {
        state.withLock { state in
            switch event {
            case .response:
                break
            case .body(let bytes):
                let start = state.count
                state.count += bytes.count
                guard state.isEqual, state.count <= expected.count else {
                    state.isEqual = false
                    return
                }
                state.isEqual = unsafe expected.withUnsafeBytes { expected in
                    guard let actual = bytes.baseAddress, let expected = expected.baseAddress else {
                        return unsafe bytes.isEmpty
                    }
                    return unsafe memcmp(actual, expected + start, bytes.count) == 0
                }
            case .finished:
                state.end = .finished
            case .failed(let error):
                state.end = .failed(error)
            }
        }
    }

    /// So many bytes, which are `block` again and again.
    static func bytes(_ count: Int, block: [UInt8]) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(count + block.count)
        while bytes.count < count { bytes += block }
        bytes.removeLast(bytes.count - count)
        return bytes
    }
}
