package import Primitives

/// The client's place in a swarm, by which its members share out who fetches what.
///
/// Edge nodes and viewers are numbered each in a row of their own. A client that announced itself as an
/// edge node has a place among those if any are counted; else it is one of the viewers.
///
/// | bytes | field |
/// |---|---|
/// | 32 | swarm |
/// | 4 | slot |
/// | 4 | viewers, at most 2^31 - 1 |
/// | 4 | edges, at most 2^31 - 1 |
///
/// The slot is below the larger of both counts.
package struct SlotAssignment: Hashable, Sendable {
    private static let mostMembers = UInt32(Int32.max)

    package let swarm: SwarmID
    /// The client's number among its own kind.
    package let slot: UInt32
    package let viewers: UInt32
    /// Edge nodes that the tracker trusts to be such.
    package let edges: UInt32

    package init(swarm: SwarmID, slot: UInt32, viewers: UInt32, edges: UInt32) {
        precondition(
            Self.isPlace(slot, viewers, edges), "slot \(slot) of \(viewers) and \(edges)")
        self.swarm = swarm
        self.slot = slot
        self.viewers = viewers
        self.edges = edges
    }

    init(from reader: inout ByteReader) throws(WireError) {
        swarm = SwarmID(try reader.readBytes32())
        slot = try reader.readUInt32()
        viewers = try reader.readUInt32()
        edges = try reader.readUInt32()
        guard Self.isPlace(slot, viewers, edges) else { throw .invalidValue }
    }

    func write(to writer: inout ByteWriter) {
        writer.write(swarm.value)
        writer.write(slot)
        writer.write(viewers)
        writer.write(edges)
    }

    private static func isPlace(_ slot: UInt32, _ viewers: UInt32, _ edges: UInt32) -> Bool {
        slot < max(viewers, edges) && max(viewers, edges) <= mostMembers
    }
}
