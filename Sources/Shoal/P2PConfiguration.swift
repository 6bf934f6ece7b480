public import Foundation

/// How a client behaves on this machine.
public struct P2PConfiguration: Sendable {
    /// What the engine is to the swarm.
    public enum Role: Sendable {
        /// A viewer's device.
        case viewer
        /// A node that the operator runs: preferred by peers, and first to fetch from the CDN.
        case edge
    }

    /// Where peers may connect from.
    public enum PeerInterface: Sendable {
        /// Every network of this machine.
        case any
        /// This machine alone: for a swarm of processes on one host.
        case loopback
    }

    /// Whether a viewer has to agree before media is exchanged.
    public enum Consent: Sendable {
        /// The application has settled it otherwise.
        case notRequired
        /// Nothing is exchanged, and no tracker called, before `P2PClient.setConsent(_:)` says so.
        case required
    }

    /// What sessions do while the application is in the background.
    public enum Background: Sendable {
        /// Upload nothing, and fetch nothing ahead of what players ask for, but for Picture in Picture.
        case restricted
        /// What they do in the foreground.
        case unrestricted
    }

    /// Makes a grant, in the form that `shoal-tracker grant` prints; asks the application's backend.
    public typealias GrantProvider = @Sendable (P2PGrantRequest) async throws -> String

    /// What the engine is to the swarm.
    public var role: Role
    /// Where peers may connect from.
    public var peerInterface: PeerInterface
    /// Bytes of media that all sessions together keep in memory for their players and peers.
    ///
    /// Each can count on an equal share, and uses what others leave of theirs.
    public var memoryBudget: Int
    /// Most bytes per second that all sessions together upload to peers, or nil for no cap of our own.
    public var uploadLimit: Int?
    /// Most bytes that all sessions together upload on one day, which begins at 00:00 UTC; or nil.
    public var uploadBytesPerDay: Int?
    /// Most bytes that all sessions together upload in one month of the UTC calendar; or nil.
    public var uploadBytesPerMonth: Int?
    /// Whether to upload also while the network is metered.
    public var uploadsWhenMetered: Bool
    /// Whether the network is metered, that is paid by the byte, when the client is made.
    ///
    /// `P2PClient.setNetworkMetered(_:)` says when that changes.
    public var isNetworkMetered: Bool
    /// Where the count of uploaded bytes is kept, so that the caps hold over several runs.
    ///
    /// Without a file each run starts from zero. No two clients may name the same one.
    public var uploadUsageFile: URL?
    /// Where segments are kept over restarts, or nil to keep them in memory alone.
    public var store: P2PStoreOptions?
    /// Whether a viewer has to agree before media is exchanged.
    public var consent: Consent
    /// Where grants come from, for trackers that ask for them; asked for each swarm and each channel to
    /// the tracker, and again before a grant is over.
    public var grantProvider: GrantProvider?
    /// Web pages that may play through the local server, as origins: `https://player.example`.
    public var allowedOrigins: Set<String>
    /// Whether sessions may exchange media with peers when the client is made.
    ///
    /// `P2PClient.setP2PEnabled(_:)` says when that changes.
    public var isP2PEnabled: Bool
    /// What sessions do while `P2PClient.setInBackground(_:)` says that the application is there.
    public var background: Background

    /// A configuration with what is left out at its default.
    public init(
        role: Role = .viewer, peerInterface: PeerInterface = .any,
        memoryBudget: Int = 256 << 20, uploadLimit: Int? = nil,
        uploadBytesPerDay: Int? = nil, uploadBytesPerMonth: Int? = nil,
        uploadsWhenMetered: Bool = false, isNetworkMetered: Bool = false,
        uploadUsageFile: URL? = nil, allowedOrigins: Set<String> = [],
        consent: Consent = .notRequired, grantProvider: GrantProvider? = nil,
        isP2PEnabled: Bool = true, background: Background = .restricted,
        store: P2PStoreOptions? = nil
    ) {
        self.role = role
        self.peerInterface = peerInterface
        self.memoryBudget = memoryBudget
        self.uploadLimit = uploadLimit
        self.uploadBytesPerDay = uploadBytesPerDay
        self.uploadBytesPerMonth = uploadBytesPerMonth
        self.uploadsWhenMetered = uploadsWhenMetered
        self.isNetworkMetered = isNetworkMetered
        self.uploadUsageFile = uploadUsageFile
        self.allowedOrigins = allowedOrigins
        self.consent = consent
        self.grantProvider = grantProvider
        self.isP2PEnabled = isP2PEnabled
        self.background = background
        self.store = store
    }
}
