import Crypto
import EventLoop
import Glibc
import Primitives
import TrackerServer
import TrackerWire
import Transport

extension TrackerAccess {
    /// Opens a channel as an honest client does; both handlers are called on the loop.
    func call(
        as identity: StaticKeyPair, bundle: String, on loop: UVEventLoop,
        onOpen: @escaping @Sendable () -> Void,
        onMessage: @escaping @Sendable (TrackerMessage) -> Void
    ) throws -> SecureChannel {
        let credentials = try Credentials(
            pass: sdkKey().pass, bundleID: bundle, unixTime: UInt64(time(nil)))
        let dial = TrackerDial(
            local: identity, trackerKey: keys.channel.publicKey, payload: credentials.encode())
        return SecureChannel.dial(dial, to: address, on: loop) { event in
            switch event {
            case .opened: onOpen()
            case .message(let record):
                if let message = unsafe Self.message(record) { onMessage(message) }
            case .writable, .closed: break
            }
        }
    }

    private static func message(_ record: UnsafeRawBufferPointer) -> TrackerMessage? {
        do throws(WireError) {
            return try unsafe TrackerMessage(
                decoding: record.assumingMemoryBound(to: UInt8.self).span)
        } catch {
            return nil
        }
    }
}

extension [Epoch: SwarmSecret] {
    /// Takes what the tracker tells of a swarm's secrets.
    mutating func learn(_ news: SwarmSecrets) {
        for secret in news.secrets {
            self[secret.epoch] = SwarmSecret(epoch: secret.epoch, secret: secret.secret)
        }
    }
}
