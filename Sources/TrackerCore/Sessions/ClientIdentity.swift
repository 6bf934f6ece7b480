package import Primitives

/// Who a session is of: the key that it proved to hold, and what it showed a pass for.
package struct ClientIdentity: Hashable, Sendable {
    package let peer: PeerID
    package let app: String
    package let bundle: String

    package init(peer: PeerID, app: String, bundle: String) {
        self.peer = peer
        self.app = app
        self.bundle = bundle
    }
}
