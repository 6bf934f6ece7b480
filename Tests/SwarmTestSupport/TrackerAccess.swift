package import Primitives
package import TrackerServer
package import TrackerWire

/// How peers that are played here get to a tracker, and what they know of its operator's keys.
package struct TrackerAccess: Sendable {
    package let keys: OperatorKeys
    package let address: SocketAddress
    package let app: String

    package init(keys: OperatorKeys, address: SocketAddress, app: String) {
        self.keys = keys
        self.address = address
        self.app = app
    }

    package func sdkKey() throws -> SDKKey {
        try keys.sdkKey(trackerHost: "127.0.0.1", trackerPort: address.port, appID: app)
    }
}
