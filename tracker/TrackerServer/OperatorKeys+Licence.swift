import Crypto
package import Primitives
package import TrackerWire

extension OperatorKeys {
    /// Licenses an app under one bundle id, up to and with the second `expires`, counted from 1970.
    ///
    /// - Throws: If the format cannot hold a name.
    package func licence(
        appID: String, bundleID: String, expires: UInt32
    ) throws(WireError) -> Licence {
        try Licence(appID: appID, bundleID: bundleID, expires: expires, sign: signing.sign)
    }
}
