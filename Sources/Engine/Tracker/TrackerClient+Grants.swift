import Crypto
import EventLoop
import Primitives
import SwarmCore
import TrackerWire
import Transport

extension TrackerClient {
    func feedGrants(
        _ input: (inout GrantSchedule, Moment, inout [GrantSchedule.Action]) -> Void
    ) {
        // Without a source nobody could be asked.
        guard let source = grantSource else { return }
        var actions: [GrantSchedule.Action] = []
        input(&grants, loop.now, &actions)
        for action in actions {
            switch action {
            case .ask(let swarm): ask(source, for: swarm)
            case .show(let swarm): show(swarm)
            }
        }
        armTimer()
    }

    /// What the tracker says to a grant, or to an announce without one.
    func answered(_ authorization: Authorization) {
        let swarm = authorization.swarm
        switch authorization.state {
        case .granted:
            feedGrants { schedule, now, _ in schedule.granted(swarm, at: now) }
            feed { $0.admitted(swarm, at: $1, into: &$2) }
        case .refused:
            feedGrants { schedule, now, _ in schedule.refused(swarm, at: now) }
        case .expired:
            feedGrants { schedule, now, _ in schedule.expired(swarm, at: now) }
        case .needed:
            // One is being made already, if there can be any.
            break
        }
    }

    private func ask(_ source: GrantSource, for swarm: SwarmID) {
        let request = GrantRequest(
            client: PeerID(identity.publicKey), swarm: swarm,
            content: memberships[swarm]?.content, bundle: bundleID)
        source(request) { [weak self, loop] text in
            let grant = text.flatMap(Self.parse)
            loop.execute { self?.assumeIsolated { $0.provided(grant, for: swarm) } }
        }
    }

    private func provided(_ grant: Redacted<Grant>?, for swarm: SwarmID) {
        guard let grant else {
            feedGrants { schedule, now, _ in schedule.unavailable(swarm, at: now) }
            return
        }
        memberships[swarm]?.grant = grant
        let life = Duration.seconds(Int64(grant.secret.expires - grant.secret.issued))
        feedGrants { schedule, _, actions in
            schedule.provided(swarm, life: life, into: &actions)
        }
    }

    private func show(_ swarm: SwarmID) {
        guard let grant = memberships[swarm]?.grant else { return }
        memberships[swarm]?.grant = nil
        let shown = GrantPresentation(swarm: swarm, grant: grant)
        channel?.send(ClientMessage.grant(shown).encode())
    }

    private static func parse(_ text: String) -> Redacted<Grant>? {
        do throws(WireError) {
            return Redacted(try Grant(parsing: text))
        } catch {
            return nil
        }
    }
}
