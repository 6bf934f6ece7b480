package import Primitives

/// The client's place among the viewers of a swarm, by which they share out who fetches what.
///
/// | bytes | field |
/// |---|---|
/// | 32 | swarm |
/// | 4 | slot |
/// | 4 | population, at least 1 |
package struct SlotAssignment: Hashable, Sendable {
    package let swarm: SwarmID
    /// Stays the client's own while it is in the swarm, so that it may pass a shrunken population.
    package let slot: UInt32
    /// Viewers in the swarm.
    package let population: UInt32

    package init(swarm: SwarmID, slot: UInt32, population: UInt32) {
        self.swarm = swarm
        self.slot = slot
        self.population = population
    }

    init(from reader: inout ByteReader) throws(WireError) {
        swarm = SwarmID(try reader.readBytes32())
        slot = try reader.readUInt32()
        population = try reader.readUInt32()
        guard population >= 1 else { throw .invalidValue }
    }

    func write(to writer: inout ByteWriter) {
        writer.write(swarm.value)
        writer.write(slot)
        writer.write(population)
    }
}
