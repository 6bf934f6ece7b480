import PeerWire
import Primitives

/// Reads the input as a message; what is read must survive being written and read again.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzPeerWire(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let input = unsafe UnsafeBufferPointer(start: start, count: count)
    do throws(WireError) {
        let message = try PeerMessage(decoding: unsafe input.span)
        expectUsable(message)
        do throws(WireError) {
            let bytes = message.encode()
            let again = try PeerMessage(decoding: bytes.span)
            precondition(again == message)
        } catch {
            preconditionFailure("what was read cannot be read again")
        }
    } catch {
        // Most inputs are no message.
    }
    return 0
}

/// Asks of a message what its receiver will ask.
private func expectUsable(_ message: PeerMessage) {
    switch message {
    case .have(let have):
        precondition(have.segments.count <= Have.largestCount)
    case .evicted(let evicted):
        precondition(evicted.segments.count == Int(evicted.count))
    case .request(let request):
        precondition(!request.run.chunks.isEmpty)
    case .absent(_, let run):
        precondition(run.chunks.count <= ChunkRun.largestCount)
    case .busy(let busy):
        precondition(busy.run.chunks.count <= ChunkRun.largestCount)
    case .cancel(_, let run):
        precondition(!run.chunks.isEmpty)
    case .hello, .inFlight, .progress, .leavesRequest, .leaves, .data, .ping, .pong, .goodbye:
        break
    }
}
