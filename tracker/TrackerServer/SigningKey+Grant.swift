package import Crypto
package import Primitives
package import TrackerWire

extension SigningKey {
    /// Makes a grant with an id of its own.
    ///
    /// - Throws: If the format cannot hold what is ordered.
    package func grant(_ order: GrantOrder, unixSeconds now: UInt64) throws(WireError) -> Grant {
        let issued = UInt32(clamping: now)
        func after(_ duration: Duration) -> UInt32 {
            UInt32(clamping: UInt64(issued) + UInt64(max(0, duration.components.seconds)))
        }
        return try Grant(
            issuer: publicKey.value, appID: order.app, bundleID: order.bundle, role: order.role,
            client: order.client, issued: issued, useBy: after(order.firstUse),
            expires: after(max(order.life, order.firstUse)),
            id: GrantID(words: (randomBytes32().prefix64, randomBytes32().prefix64)),
            swarms: order.swarms, sign: sign)
    }
}
