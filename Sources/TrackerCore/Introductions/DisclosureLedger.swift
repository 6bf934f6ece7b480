import Primitives

/// Remembers which peers each client was told of in the last hour, so that nobody harvests a swarm's addresses.
///
/// It outlives the client's session: to reconnect buys no new budget.
struct DisclosureLedger<Client: Hashable & Sendable>: Sendable {
    private static var window: Duration { .seconds(3600) }

    var clientLimit: Int
    private var told: [Client: [PeerID: Moment]] = [:]
    /// Clients in the order they first came in: the first is forgotten when there are too many.
    private var arrivals = Deque<Client>()

    init(clientLimit: Int) {
        self.clientLimit = clientLimit
    }

    var clientCount: Int { told.count }

    /// Whom `client` was told of within the window, and when.
    mutating func disclosures(to client: Client, at now: Moment) -> [PeerID: Moment] {
        guard let all = told[client] else { return [:] }
        let horizon = now - Self.window
        guard all.values.contains(where: { $0 <= horizon }) else { return all }
        let recent = all.filter { $0.value > horizon }
        told[client] = recent
        return recent
    }

    /// A peer told of again counts from the first time.
    mutating func disclose(_ peers: [PeerID], to client: Client, at now: Moment) {
        guard !peers.isEmpty else { return }
        if told[client] == nil {
            while told.count >= max(1, clientLimit), let oldest = arrivals.popFirst() {
                told.removeValue(forKey: oldest)
            }
            arrivals.append(client)
        }
        for peer in peers where told[client]?[peer] == nil {
            told[client, default: [:]][peer] = now
        }
    }
}

extension DisclosureLedger<PeerID> {
    /// Whether one of them was told of the other.
    func areAcquainted(_ one: PeerID, _ other: PeerID) -> Bool {
        told[one]?[other] != nil || told[other]?[one] != nil
    }
}
