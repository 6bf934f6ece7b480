package import Primitives

/// The secrets that let a client open and accept channels of a swarm: the current, then the next.
///
/// | bytes | field |
/// |---|---|
/// | 32 | swarm |
/// | 1 | count of secrets, at most 2 |
/// | 36 each | epoch u32, secret 32 |
package struct SwarmSecrets: Hashable, Sendable {
    package static let mostSecrets = 2

    /// The secret of one epoch.
    package struct Secret: Hashable, Sendable {
        package let epoch: Epoch
        package let secret: Redacted<Bytes32>

        package init(epoch: Epoch, secret: Redacted<Bytes32>) {
            self.epoch = epoch
            self.secret = secret
        }
    }

    package let swarm: SwarmID
    package let secrets: [Secret]

    package init(swarm: SwarmID, secrets: [Secret]) {
        precondition(secrets.count <= Self.mostSecrets, "\(secrets.count) secrets")
        self.swarm = swarm
        self.secrets = secrets
    }

    init(from reader: inout ByteReader) throws(WireError) {
        swarm = SwarmID(try reader.readBytes32())
        var secrets: [Secret] = []
        for _ in 0..<(try reader.readCount(atMost: Self.mostSecrets)) {
            let epoch = Epoch(try reader.readUInt32())
            secrets.append(Secret(epoch: epoch, secret: Redacted(try reader.readBytes32())))
        }
        self.secrets = secrets
    }

    func write(to writer: inout ByteWriter) {
        writer.write(swarm.value)
        writer.write(UInt8(secrets.count))
        for secret in secrets {
            writer.write(secret.epoch.number)
            writer.write(secret.secret.secret)
        }
    }
}
