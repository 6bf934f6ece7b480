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

    /// What the engine is to the swarm.
    public var role: Role
    /// Where peers may connect from.
    public var peerInterface: PeerInterface
    /// Bytes of media that one session keeps in memory for its player and its peers.
    public var memoryBudget: Int
    /// Most bytes per second that one session uploads to peers, or nil for no cap of our own.
    public var uploadLimit: Int?
    /// Web pages that may play through the local server, as origins: `https://player.example`.
    public var allowedOrigins: Set<String>

    /// A configuration with what is left out at its default.
    public init(
        role: Role = .viewer, peerInterface: PeerInterface = .any,
        memoryBudget: Int = 256 << 20, uploadLimit: Int? = nil,
        allowedOrigins: Set<String> = []
    ) {
        self.role = role
        self.peerInterface = peerInterface
        self.memoryBudget = memoryBudget
        self.uploadLimit = uploadLimit
        self.allowedOrigins = allowedOrigins
    }
}
