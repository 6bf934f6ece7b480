import Crypto
import Primitives
import TrackerWire

/// Decides whether a stranger who dials was introduced by the tracker; each ticket counts once.
struct TicketCheck {
    /// Tolerated difference between the tracker's clock and ours.
    private static let skew: UInt64 = 60
    private static let remembered = 4_096

    private let operatorKey: VerifyingKey
    private let local: PeerID
    private var used: Set<[UInt8]> = []
    private var usedInOrder = Deque<[UInt8]>()

    init(operatorKey: VerifyingKey, local: PeerID) {
        self.operatorKey = operatorKey
        self.local = local
    }

    /// Whether `payload` is a fresh ticket for `remote` to reach this peer in `swarm`.
    mutating func admits(
        _ remote: PeerID, to swarm: SwarmID, payload: [UInt8], unixTime now: UInt64
    ) -> Bool {
        let ticket: IntroductionTicket
        do throws(WireError) {
            ticket = try IntroductionTicket(decoding: payload.span)
        } catch {
            return false
        }
        guard ticket.swarm == swarm, ticket.initiator == remote, ticket.responder == local,
            now <= UInt64(ticket.notAfter) + Self.skew,
            UInt64(ticket.notAfter) <= now + UInt64(IntroductionTicket.longestValidity) + Self.skew,
            !used.contains(ticket.nonce),
            operatorKey.verifies(signature: ticket.signature, of: ticket.signedBytes)
        else { return false }
        used.insert(ticket.nonce)
        usedInOrder.append(ticket.nonce)
        // A ticket that is forgotten here has expired long before under any honest load.
        if usedInOrder.count > Self.remembered, let oldest = usedInOrder.popFirst() {
            used.remove(oldest)
        }
        return true
    }
}
