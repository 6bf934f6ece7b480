import Primitives

extension Bytes32 {
    static func numbered(_ number: Int) -> Bytes32 {
        var writer = ByteWriter()
        writer.write(UInt64(number))
        writer.write(repeatElement(0 as UInt8, count: 24))
        return Bytes32(writer.bytes) ?? .zero
    }
}

extension PeerID {
    static func numbered(_ number: Int) -> PeerID { PeerID(.numbered(number)) }
}

extension SwarmID {
    static func numbered(_ number: Int) -> SwarmID { SwarmID(.numbered(number)) }
}

extension SegmentKey {
    static func numbered(_ number: Int) -> SegmentKey { SegmentKey(.numbered(number)) }
}

extension Root {
    static func numbered(_ number: Int) -> Root { Root(.numbered(number)) }
}
