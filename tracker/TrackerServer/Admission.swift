import Crypto
import Primitives
import TrackerCore
import TrackerWire

/// Decides whether a client's credentials open a session.
package struct Admission: Sendable {
    /// The apps that are served.
    package enum Apps: Hashable, Sendable {
        /// All that the operator signed a key for.
        case everySigned
        case only(Set<String>)

        func contain(_ appID: String) -> Bool {
            switch self {
            case .everySigned: true
            case .only(let ids): ids.contains(appID)
            }
        }
    }

    package enum Refusal: String, Error, Hashable, Sendable, CaseIterable {
        case malformed
        case foreignKey = "foreign-key"
        case otherApp = "other-app"
        case revoked
        /// The client's clock is wrong, or the message is an old one.
        case clockSkew = "clock-skew"
    }

    /// How far a client's clock may be off, in seconds.
    private static let toleratedSkew: UInt64 = 60

    private let keys: OperatorKeys
    private let apps: Apps
    var revoked: Revocations

    init(keys: OperatorKeys, apps: Apps, revoked: Revocations) {
        self.keys = keys
        self.apps = apps
        self.revoked = revoked
    }

    /// Looks at the payload of a client's first handshake message.
    func check(
        _ payload: [UInt8], of peer: PeerID, unixSeconds now: UInt64
    ) throws(Refusal) {
        let credentials: Credentials
        do throws(WireError) {
            credentials = try Credentials(decoding: payload.span)
        } catch {
            throw .malformed
        }
        guard apps.contain(credentials.pass.appID) else { throw .otherApp }
        guard !revoked.apps.contains(credentials.pass.appID) else { throw .revoked }
        guard !revoked.clients.contains(peer) else { throw .revoked }
        let skew = max(now, credentials.unixTime) - min(now, credentials.unixTime)
        guard skew <= Self.toleratedSkew else { throw .clockSkew }
        guard keys.signed(credentials.pass) else { throw .foreignKey }
    }

    /// Who it is that showed the payload which was admitted.
    func client(_ peer: PeerID, showing payload: [UInt8]) throws(WireError) -> ClientIdentity {
        let credentials = try Credentials(decoding: payload.span)
        return ClientIdentity(
            peer: peer, app: credentials.pass.appID, bundle: credentials.bundleID)
    }
}
