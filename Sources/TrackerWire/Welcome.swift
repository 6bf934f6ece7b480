package import Primitives

/// What a client must know before anything else.
///
/// | bytes | field |
/// |---|---|
/// | 7 or 19 | observed address: family 4 or 6, address, port |
/// | 20 | policy |
/// | 8 | time |
/// | 1 | count of notary keys, at most 4 |
/// | 32 each | notary keys |
package struct Welcome: Hashable, Sendable {
    package static let mostNotaryKeys = 4

    /// The client's address as the tracker sees it.
    package let observed: SocketAddress
    package let policy: ClientPolicy
    /// Ed25519 keys whose attestations are valid.
    package let notaryKeys: [Bytes32]
    /// The tracker's clock, in seconds since 1970, for a client whose own is wrong.
    package let unixTime: UInt64

    package init(
        observed: SocketAddress, policy: ClientPolicy, notaryKeys: [Bytes32], unixTime: UInt64
    ) {
        precondition(notaryKeys.count <= Self.mostNotaryKeys, "\(notaryKeys.count) notary keys")
        self.observed = observed
        self.policy = policy
        self.notaryKeys = notaryKeys
        self.unixTime = unixTime
    }

    init(from reader: inout ByteReader) throws(WireError) {
        observed = try reader.readAddress()
        policy = try ClientPolicy(from: &reader)
        unixTime = try reader.readUInt64()
        var keys: [Bytes32] = []
        for _ in 0..<(try reader.readCount(atMost: Self.mostNotaryKeys)) {
            keys.append(try reader.readBytes32())
        }
        notaryKeys = keys
    }

    func write(to writer: inout ByteWriter) {
        writer.write(observed)
        policy.write(to: &writer)
        writer.write(unixTime)
        writer.write(UInt8(notaryKeys.count))
        for key in notaryKeys { writer.write(key) }
    }
}
