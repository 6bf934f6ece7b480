package import Crypto
package import Primitives

/// What one session is made of and for.
package struct SessionConfiguration: Sendable {
    package let keys: ContentKeys
    package let identity: StaticKeyPair
    /// Signs introduction tickets.
    package let operatorKey: VerifyingKey
    package let isEdge: Bool
    /// Whether it is played by many at a time, who need not be at the same place.
    package let hasManyPlayers: Bool
    /// Where peers may connect from.
    package let interface: IPAddress
    /// For media that are kept for the player and for peers; other sessions have theirs of it, too.
    package let memory: MemoryBudget
    package let isP2PEnabled: Bool
    package let isUploadEnabled: Bool
    /// Whether the viewer agrees to the exchange, or need not.
    package let isConsented: Bool
    /// What the application calls the content; for its own source of grants alone.
    package let contentID: String?
    /// Whose lists of roots count, beside the notary.
    package let rootTrust: RootListTrust
    /// Where segments outlive the process; nil for memory alone.
    package let disk: DiskStore?

    package init(
        keys: ContentKeys, identity: StaticKeyPair, operatorKey: VerifyingKey, isEdge: Bool,
        interface: IPAddress, memory: MemoryBudget, isP2PEnabled: Bool, isUploadEnabled: Bool,
        isConsented: Bool = true, contentID: String? = nil, rootTrust: RootListTrust = .none,
        disk: DiskStore? = nil, hasManyPlayers: Bool = false
    ) {
        self.hasManyPlayers = hasManyPlayers
        self.keys = keys
        self.identity = identity
        self.operatorKey = operatorKey
        self.isEdge = isEdge
        self.interface = interface
        self.memory = memory
        self.isP2PEnabled = isP2PEnabled
        self.isUploadEnabled = isUploadEnabled
        self.isConsented = isConsented
        self.contentID = contentID
        self.rootTrust = rootTrust
        self.disk = disk
    }
}
