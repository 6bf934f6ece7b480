import Primitives

extension PeerMessage {
    /// The record's plaintext; for `data` only its head, to which the sender adds the chunk.
    package func encode() -> [UInt8] {
        var writer = ByteWriter(capacity: 64)
        writer.write(type.rawValue)
        switch self {
        case .hello(let hello): hello.write(to: &writer)
        case .have(let have): have.write(to: &writer)
        case .inFlight(let inFlight): inFlight.write(to: &writer)
        case .evicted(let evicted): evicted.write(to: &writer)
        case .progress(let progress): progress.write(to: &writer)
        case .leavesRequest(let request): request.write(to: &writer)
        case .leaves(let page): page.write(to: &writer)
        case .request(let request): request.write(to: &writer)
        case .data(let header): header.write(to: &writer)
        case .absent(let segment, let run), .cancel(let segment, let run):
            writer.write(segment)
            run.write(to: &writer)
        case .busy(let busy): busy.write(to: &writer)
        case .ping(let number), .pong(let number): writer.write(number)
        case .goodbye(let reason): writer.write(reason.rawValue)
        }
        return writer.bytes
    }

    private var type: PeerMessageType {
        switch self {
        case .hello: .hello
        case .have: .have
        case .inFlight: .inFlight
        case .evicted: .evicted
        case .progress: .progress
        case .leavesRequest: .leavesRequest
        case .leaves: .leaves
        case .request: .request
        case .data: .data
        case .absent: .absent
        case .busy: .busy
        case .cancel: .cancel
        case .ping: .ping
        case .pong: .pong
        case .goodbye: .goodbye
        }
    }
}
