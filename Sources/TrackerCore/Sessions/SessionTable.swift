import Primitives

/// The open sessions, counted by where they come from.
struct SessionTable: Sendable {
    private var sessions: [SessionID: Session] = [:]
    private var byPeer: [PeerID: SessionID] = [:]
    private var perAddress: [IPAddress: Int] = [:]
    private var perPrefix: [NetworkPrefix: Int] = [:]

    var count: Int { sessions.count }

    /// In the order in which they were opened.
    var ids: [SessionID] { sessions.keys.sorted() }

    subscript(id: SessionID) -> Session? {
        get { sessions[id] }
        set {
            precondition(newValue?.peer == sessions[id]?.peer, "a session stays its peer's")
            sessions[id] = newValue
        }
    }

    func session(of peer: PeerID) -> SessionID? { byPeer[peer] }

    func hasRoom(for address: IPAddress, limits: SessionLimits) -> Bool {
        sessions.count < limits.total
            && perAddress[address, default: 0] < limits.perAddress ?? .max
            && perPrefix[NetworkPrefix(of: address), default: 0] < limits.perPrefix ?? .max
    }

    mutating func insert(_ session: Session, as id: SessionID) {
        precondition(sessions[id] == nil, "session \(id.number) is open already")
        sessions[id] = session
        byPeer[session.peer] = id
        perAddress[session.address, default: 0] += 1
        perPrefix[session.prefix, default: 0] += 1
    }

    mutating func remove(_ id: SessionID) -> Session? {
        guard let session = sessions.removeValue(forKey: id) else { return nil }
        if byPeer[session.peer] == id { byPeer.removeValue(forKey: session.peer) }
        Self.decrement(&perAddress[session.address])
        Self.decrement(&perPrefix[session.prefix])
        return session
    }

    private static func decrement(_ count: inout Int?) {
        guard let value = count else { return }
        count = value > 1 ? value - 1 : nil
    }
}
