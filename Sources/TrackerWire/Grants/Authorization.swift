package import Primitives

/// Whether the client may take part in a swarm, as far as that takes a grant.
///
/// | bytes | field |
/// |---|---|
/// | 32 | swarm |
/// | 1 | state: 0 granted, 1 needed, 2 refused, 3 expired; another one is a refusal |
package struct Authorization: Hashable, Sendable {
    package enum State: UInt8, Hashable, Sendable, CaseIterable {
        case granted = 0
        /// The tracker's policy asks for a grant, and none was shown.
        case needed = 1
        /// The grant is not for this client, swarm or time, was used before, or is not its issuer's.
        case refused = 2
        /// What the grant opened is over.
        case expired = 3
    }

    package let swarm: SwarmID
    package let state: State

    package init(swarm: SwarmID, state: State) {
        self.swarm = swarm
        self.state = state
    }

    init(from reader: inout ByteReader) throws(WireError) {
        swarm = SwarmID(try reader.readBytes32())
        state = State(rawValue: try reader.readUInt8()) ?? .refused
    }

    func write(to writer: inout ByteWriter) {
        writer.write(swarm.value)
        writer.write(state.rawValue)
    }
}
