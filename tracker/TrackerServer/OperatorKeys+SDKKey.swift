import Crypto
package import Primitives
package import TrackerWire

extension OperatorKeys {
    /// Makes the key that an app joins this operator's tracker with.
    ///
    /// - Throws: If host or app id are not what the format can hold.
    package func sdkKey(
        trackerHost: String, trackerPort: UInt16, appID: String
    ) throws(WireError) -> SDKKey {
        let pass = try AppPass(
            trackerHost: trackerHost, trackerPort: trackerPort, trackerKey: channel.publicKey,
            operatorKey: signing.publicKey.value, appID: appID, sign: signing.sign)
        return SDKKey(pass: pass, contentKey: contentKey(appID: appID))
    }

    /// Whether this operator signed the pass, for this tracker.
    func signed(_ pass: AppPass) -> Bool {
        constantTimeEquals(pass.operatorKey, signing.publicKey.value)
            && constantTimeEquals(pass.trackerKey, channel.publicKey)
            && signing.publicKey.verifies(signature: pass.signature, of: pass.signedBytes)
    }
}
