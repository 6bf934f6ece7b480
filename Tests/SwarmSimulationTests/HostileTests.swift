import Primitives
import SwarmSimulation
import Testing

/// Viewers that harm the others, judged by the real machines and by the tracker's own notary.
@Suite(.serialized) struct HostileTests {
    /// What no hostile viewer may bring about.
    private func expectNoHarm(_ result: SimulationResult, _ what: String) {
        #expect(result.wrongBytes == 0, "\(what): \(result.summary)")
        #expect(result.bannedHonestPeers == 0, "\(what): \(result.summary)")
        #expect(result.violations == 0, "\(what): \(result.summary)")
        #expect(result.stalls == 0, "\(what): \(result.summary)")
        #expect(result.wastePerAttacker <= 256 << 10, "\(what): \(result.wastePerAttacker)")
    }

    /// Those whom the protocol's rules find out; what they do is seen by that, too.
    private static let found: Set<HostileKind> = [
        .persistent, .onOff10, .onOff50, .selective, .wrongLength, .wrongIndex, .staleGeneration,
        .badLeafList, .requestFlood, .replay,
    ]

    /// Of a broadcast among viewers of each kind.
    private static let byKind = Dictionary(
        uniqueKeysWithValues: zip(
            HostileKind.allCases,
            HostileKind.allCases.map { kind in
                var plan = SimulationPlan.hostileBroadcast(viewers: 10, 0.2)
                plan.hostileKinds = [kind]
                return plan
            }.run()))

    @Test(arguments: HostileKind.allCases)
    func `no kind harms anybody, and who breaks the protocol loses its peers`(
        _ kind: HostileKind
    ) throws {
        let result = try #require(Self.byKind[kind])
        expectNoHarm(result, "\(kind)")
        if Self.found.contains(kind) { #expect(result.bannedPeers > 0, "\(kind)") }
    }

    @Test func `kinds together harm nobody, and most of the offload stays`() {
        let plan = SimulationPlan.hostileBroadcast(viewers: 20, 0.3)
        let results = [plan, plan.clean].run()
        expectNoHarm(results[0], "all kinds")
        let (offload, clean) = (results[0].offload, results[1].offload)
        #expect(offload >= 0.6 * clean, "\(offload) of \(clean)")
    }

    @Test func `a polluter's first bad chunk at a peer is its last there`() {
        var plan = SimulationPlan.hostileBroadcast(viewers: 16, 1.0 / 16)
        plan.hostileKinds = [.persistent]
        let result = plan.run()
        expectNoHarm(result, "one polluter")
        #expect(result.bannedPeers > 0)
        #expect(result.wastePerAttacker == 32 << 10)
        #expect(result.wastePerAttackerOfAll == result.bannedPeers * (32 << 10))
    }

    /// Two networks are as many as this notary asks for.
    @Test func `an attacker with enough networks ends the exchange, and forges nothing`() {
        var plan = SimulationPlan.hostileBroadcast(viewers: 10, 0.4)
        plan.hostileKinds = [.sybilReporter]
        plan.owners = 2
        let result = plan.run()
        expectNoHarm(result, "two networks")
        #expect(result.offload < 0.5, "\(result.summary)")
    }
}

extension SimulationPlan {
    /// A broadcast among whose viewers so many are hostile; bytes count when reports do.
    fileprivate static func hostileBroadcast(
        viewers: Int, _ hostile: Double
    ) -> SimulationPlan {
        var plan = SimulationPlan.shortBroadcast(viewers: viewers)
        plan.duration = .seconds(90)
        plan.warmUp = .seconds(45)
        plan.asksNotary = true
        plan.owners = 3
        plan.hostileFraction = hostile
        return plan
    }
}
