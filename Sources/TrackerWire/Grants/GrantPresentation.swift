package import Primitives

/// A client's grant for one of its swarms, shown on the channel whose key the grant is bound to.
///
/// | bytes | field |
/// |---|---|
/// | 32 | swarm |
/// | n | `Grant` |
package struct GrantPresentation: Hashable, Sendable {
    package let swarm: SwarmID
    package let grant: Redacted<Grant>

    package init(swarm: SwarmID, grant: Redacted<Grant>) {
        self.swarm = swarm
        self.grant = grant
    }

    init(from reader: inout ByteReader) throws(WireError) {
        swarm = SwarmID(try reader.readBytes32())
        grant = Redacted(try Grant(from: &reader))
    }

    func write(to writer: inout ByteWriter) {
        writer.write(swarm.value)
        grant.secret.write(to: &writer)
    }
}
