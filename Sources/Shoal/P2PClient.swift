import Crypto
public import Foundation
import Manifests
import Primitives
import TrackerWire

/// One application's access to the exchange: makes a session for each player.
///
/// Safe to use from any thread. A client holds sockets from its first session until `close()`, or
/// until neither the client nor one of its sessions is referred to any more.
public final class P2PClient: Sendable {
    /// Tells the client from all others of the process, also from those that are gone.
    let id = UUID()
    let key: SDKKey
    let bundleID: String
    let configuration: P2PConfiguration
    let events = EventHub(isOfOneSession: false)

    /// Checks the key; nothing is opened before the first session.
    ///
    /// - Parameters:
    ///   - sdkKey: The key that `shoal-tracker sdk-key` printed.
    ///   - bundleId: The application's identifier, printable ASCII of at most 100 characters.
    ///   - configuration: How the client behaves on this machine.
    /// - Throws: `P2PError.invalidSDKKey`, whose description says what is wrong with it, or
    ///   `P2PError.invalidBundleId`.
    public init(
        sdkKey: String, bundleId: String, configuration: P2PConfiguration = P2PConfiguration()
    ) throws(P2PError) {
        do throws(SDKKeyError) {
            key = try SDKKey(parsing: sdkKey)
        } catch {
            throw P2PError.invalidSDKKey.because("the SDK key is not valid: \(error)")
        }
        let pass = key.pass
        let signer = VerifyingKey(pass.operatorKey)
        guard signer.verifies(signature: pass.signature, of: pass.signedBytes) else {
            throw P2PError.invalidSDKKey.because(
                "the SDK key is not valid: its operator has not signed it")
        }
        do throws(WireError) {
            _ = try Credentials(pass: pass, bundleID: bundleId, unixTime: 0)
        } catch {
            throw P2PError.invalidBundleId
        }
        bundleID = bundleId
        self.configuration = configuration
    }

    /// Makes a session for one player and one media asset.
    ///
    /// - Parameters:
    ///   - url: Where the media is: an `http` or `https` URL.
    ///   - options: What the application knows of the asset.
    /// - Returns: A session whose `playbackUrl` can be opened at once.
    /// - Throws: `P2PError`, there and then, if the URL cannot be played or the client is closed.
    public func createPlaybackSession(
        url: URL, options: P2PPlaybackOptions = P2PPlaybackOptions()
    ) async throws(P2PError) -> PlaybackSession {
        let uri = try ResolvedURI(playing: url)
        let place = try await Runtime.shared.place(of: self)
        return try await place.open(uri, options, for: self)
    }

    /// Says that the viewer agrees to exchange media with others, or does not any more.
    ///
    /// Where the configuration requires it, no session has anything to do with tracker or peers before.
    /// When the viewer withdraws it, every channel is closed; playback goes on by the CDN.
    public func setConsent(_ isGiven: Bool) async {
        await Runtime.shared.change(self) { $0.isConsented = isGiven }
    }

    /// Switches the exchange with peers off or on for every session of the client.
    ///
    /// A session exchanges when both the client and the session are switched on and the tracker's policy
    /// allows it; playback goes on by the CDN without a gap.
    public func setP2PEnabled(_ isEnabled: Bool) async {
        await Runtime.shared.change(self) { $0.isP2PEnabled = isEnabled }
    }

    /// Says that the application has gone to the background, or is back.
    ///
    /// There, but for Picture in Picture, sessions upload nothing and fetch nothing ahead of what their
    /// players ask for, unless `P2PConfiguration.background` says otherwise.
    public func setInBackground(_ isInBackground: Bool) async {
        await Runtime.shared.change(self) { $0.isInBackground = isInBackground }
    }

    /// Says that the network is now paid by the byte, or is not any more.
    ///
    /// Nothing is uploaded over a metered network, unless the configuration lets it be.
    public func setNetworkMetered(_ isMetered: Bool) async {
        await Runtime.shared.setNetworkMetered(isMetered, for: self)
    }

    /// Caps the bytes per second that all sessions together upload, from now on; nil is no cap.
    public func setUploadLimit(_ bytesPerSecond: Int?) async {
        await Runtime.shared.setUploadLimit(bytesPerSecond, for: self)
    }

    /// What the client has uploaded against its caps, or nil before its first session and once it is
    /// closed.
    public func uploadUsage() async -> P2PUploadUsage? {
        await Runtime.shared.uploadUsage(of: self)
    }

    /// Has the listener hear the events of all sessions of the client, those to come, too.
    ///
    /// Returns at once. The listener is kept until it is removed or the client is closed. Adding it again
    /// does nothing; adding it to a closed client does nothing either. `PlaybackSession` has the same for
    /// one session alone.
    public func addEventListener(_ listener: any P2PEventListener) {
        events.add(listener)
    }

    /// Removes that same listener; once this has returned, it is not called any more.
    public func removeEventListener(_ listener: any P2PEventListener) async {
        await events.remove(listener)
    }

    /// The events of all sessions of the client, from now on; ends when the client is closed.
    public func eventStream() -> AsyncStream<P2PEvent> { events.stream() }

    /// What the client's store on disk holds, or nil without one, before its first session and once it is
    /// closed.
    public func storeUsage() async -> P2PStoreUsage? {
        await Runtime.shared.storeUsage(of: self)
    }

    /// Closes every session of the client; closing twice is fine.
    ///
    /// Listeners hear what happened before; once this has returned, they are not called any more.
    public func close() async {
        await Runtime.shared.close(id)
        await events.close()
    }

    deinit {
        Task { [id] in await Runtime.shared.forget(id) }
    }
}
