package import Primitives

extension PeerMessage {
    /// Reads the message that fills `record`.
    ///
    /// Of a data record only the head is read: the payload is `record` from
    /// `ChunkHeader.encodedSize` on, and may be as long as a chunk.
    package init(decoding record: Span<UInt8>) throws(WireError) {
        var reader = ByteReader(record)
        let byte = try reader.readUInt8()
        guard let type = PeerMessageType(rawValue: byte) else { throw .unknownType(byte) }
        switch type {
        case .hello: self = .hello(try Hello(from: &reader))
        case .have: self = .have(try Have(from: &reader))
        case .inFlight: self = .inFlight(try InFlight(from: &reader))
        case .evicted: self = .evicted(try Evicted(from: &reader))
        case .progress: self = .progress(try Progress(from: &reader))
        case .leavesRequest: self = .leavesRequest(try LeavesRequest(from: &reader))
        case .leaves: self = .leaves(try LeavesPage(from: &reader))
        case .request: self = .request(try ChunkRequest(from: &reader))
        case .data:
            self = .data(try ChunkHeader(from: &reader))
            guard reader.remaining <= ChunkGeometry.chunkSize else { throw .tooLarge }
            return
        case .absent:
            self = .absent(try reader.readSegment(), try ChunkRun(from: &reader))
        case .busy: self = .busy(try Busy(from: &reader))
        case .cancel:
            self = .cancel(try reader.readSegment(), try ChunkRun(nonEmptyFrom: &reader))
        case .ping: self = .ping(try reader.readUInt64())
        case .pong: self = .pong(try reader.readUInt64())
        case .goodbye: self = .goodbye(try GoodbyeReason(from: &reader))
        }
        try reader.expectEnd()
    }
}
