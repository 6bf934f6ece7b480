import Primitives

/// Remembers which peers each client was told of in the last hour, so that nobody harvests a swarm's addresses.
///
/// It outlives the client's session: to reconnect buys no new budget.
struct DisclosureLedger<Client: Hashable & Sendable>: Sendable {
    private static var window: Duration { .seconds(3600) }
    /// Clients that are looked at when one comes: more than one, so that those who went are forgotten.
    private static var looks: Int { 4 }

    var clientLimit: Int
    private var told: [Client: [PeerID: Moment]] = [:]
    /// Clients in the order they first came in: the first is forgotten when there are too many.
    ///
    /// Who was still told of somebody an hour later came anew.
    private var arrivals = Deque<(client: Client, at: Moment)>()

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
            forgetSome(at: now)
            while told.count >= max(1, clientLimit), let oldest = arrivals.popFirst() {
                told.removeValue(forKey: oldest.client)
            }
            arrivals.append((client, now))
        }
        for peer in peers where told[client]?[peer] == nil {
            told[client, default: [:]][peer] = now
        }
    }

    /// Forgets clients who were told of nobody within the window: they have their whole budget in any case.
    private mutating func forgetSome(at now: Moment) {
        let horizon = now - Self.window
        for _ in 0..<Self.looks {
            guard let first = arrivals.first, first.at <= horizon else { return }
            _ = arrivals.popFirst()
            let isRecent = told[first.client]?.values.contains { $0 > horizon } ?? false
            if isRecent {
                arrivals.append((first.client, now))
            } else {
                told.removeValue(forKey: first.client)
            }
        }
    }
}

extension DisclosureLedger<PeerID> {
    /// Whether one of them was told of the other.
    func areAcquainted(_ one: PeerID, _ other: PeerID) -> Bool {
        told[one]?[other] != nil || told[other]?[one] != nil
    }
}
