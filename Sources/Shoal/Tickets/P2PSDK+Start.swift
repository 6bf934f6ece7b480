public import Foundation
import TrackerWire

extension P2PSDK {
    /// Starts the SDK for playback with tickets: checks the licence, then reads or makes the device's secret.
    ///
    /// Call it at launch, and wait for it before anything else. Nobody is asked: the licence has to be signed
    /// by the operator of the client's SDK key, for the SDK key's app id and the client's bundle id, and its
    /// last day must not be over by the device's clock. The last call counts, for the whole process.
    ///
    /// The secret is in a file that only its owner may read; from it the device's values follow. A file that
    /// is there is never changed. Nothing of it is sent, logged or described; keep it out of backups that
    /// other devices are restored from, or they are the same device.
    ///
    /// - Parameters:
    ///   - appID: The app, as its SDK key and its licence name it.
    ///   - licence: The bytes of the file that `shoal-tracker licence` has printed.
    ///   - client: Whose SDK key and bundle id the licence is held against.
    ///   - deviceFile: Where the device's secret is, with folders that are made as needed; nil for
    ///     `shoal/BUNDLE-ID.device` in `$XDG_STATE_HOME`, or in `~/.local/state` without that.
    /// - Throws: `P2PStartError`, whose description says what is wrong.
    public static func start(
        appID: String, licence: Data, client: P2PClient, deviceFile: URL? = nil
    ) async throws(P2PStartError) {
        let check = LicenceCheck(
            appID: appID, bundleID: client.bundleID, pass: client.key.pass)
        let device =
            deviceFile.map { DeviceFile(path: $0.path) }
            ?? .standard(
                bundleID: client.bundleID, environment: ProcessInfo.processInfo.environment)
        try await Starter.shared.start(check, licence: licence, device: device)
    }

    /// What a backend is told of this device: its id, and the public half of its key pair.
    ///
    /// `unionInfo` has 32 hexadecimal digits and is the same for as long as the device's file is there;
    /// `drmKek` is an X25519 key in 64 hexadecimal digits. Returns at once; any thread may ask.
    ///
    /// - Throws: `P2PStartError`: what `start` threw, `notStarted`, or `expiredLicence` once the licence's
    ///   time is over.
    public static func deviceValues() throws(P2PStartError) -> DeviceValues {
        try Starter.shared.deviceValues()
    }
}
