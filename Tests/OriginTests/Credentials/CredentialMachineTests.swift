import Origin
import Primitives
import Testing

@Suite struct CredentialMachineTests {
    private typealias Action = CredentialMachine.Action

    private static func at(_ seconds: Int64) -> Moment { .start + .seconds(seconds) }

    private static func id(_ number: Int) -> CredentialRequestID {
        CredentialRequestID(number: number)
    }

    private static func generation(_ number: Int) -> CredentialGeneration {
        CredentialGeneration(number: number)
    }

    private static func send(_ number: Int, _ generation: Int) -> Action {
        .send(id(number), Self.generation(generation))
    }

    private func actions(
        of machine: inout CredentialMachine,
        _ input: (inout CredentialMachine, inout [Action]) -> Void
    ) -> [Action] {
        var actions: [Action] = []
        input(&machine, &actions)
        return actions
    }

    /// One that has its first credential, good for `lifetime` from zero on.
    private func started(lifetime: Duration? = nil) -> CredentialMachine {
        var machine = CredentialMachine()
        let first = actions(of: &machine) { $0.asked(Self.id(0), at: Self.at(0), into: &$1) }
        #expect(first == [.renew(number: 1, .first)])
        let sent = actions(of: &machine) {
            $0.renewed(number: 1, lifetime: lifetime, at: Self.at(0), into: &$1)
        }
        #expect(sent == [Self.send(0, 1)])
        machine.ended(Self.id(0))
        return machine
    }

    @Test func `nobody goes out before the first credential, and all share it`() {
        var machine = CredentialMachine()
        let all = actions(of: &machine) { machine, actions in
            for number in 1...3 {
                machine.asked(Self.id(number), at: Self.at(0), into: &actions)
            }
        }
        #expect(all == [.renew(number: 1, .first)])
        #expect(machine.waitingCount == 3)
        machine.ended(Self.id(2))
        let sent = actions(of: &machine) {
            $0.renewed(number: 1, lifetime: nil, at: Self.at(1), into: &$1)
        }
        #expect(sent == [Self.send(1, 1), Self.send(3, 1)])
    }

    @Test func `a refusal has one asked for, and the request goes out with it once more`() {
        var machine = started()
        _ = actions(of: &machine) { $0.asked(Self.id(1), at: Self.at(9), into: &$1) }
        var verdict: CredentialMachine.Verdict?
        let asked = actions(of: &machine) {
            verdict = $0.refused(Self.id(1), at: Self.at(9), into: &$1)
        }
        #expect(verdict == .repeats)
        #expect(asked == [.renew(number: 2, .refused)])
        #expect(actions(of: &machine) { $0.asked(Self.id(1), at: Self.at(9), into: &$1) }.isEmpty)
        let sent = actions(of: &machine) {
            $0.renewed(number: 2, lifetime: nil, at: Self.at(10), into: &$1)
        }
        #expect(sent == [Self.send(1, 2)])
        #expect(
            actions(of: &machine) {
                verdict = $0.refused(Self.id(1), at: Self.at(11), into: &$1)
            }.isEmpty)
        #expect(verdict == .goesThrough)
    }

    @Test func `who was refused with an older one than there is now asks for none`() {
        var machine = started()
        _ = actions(of: &machine) { machine, actions in
            machine.asked(Self.id(1), at: Self.at(9), into: &actions)
            machine.asked(Self.id(2), at: Self.at(9), into: &actions)
            _ = machine.refused(Self.id(1), at: Self.at(9), into: &actions)
            machine.renewed(number: 2, lifetime: nil, at: Self.at(9), into: &actions)
        }
        var verdict: CredentialMachine.Verdict?
        let asked = actions(of: &machine) {
            verdict = $0.refused(Self.id(2), at: Self.at(10), into: &$1)
        }
        #expect(verdict == .repeats)
        #expect(asked.isEmpty)
        #expect(
            actions(of: &machine) { $0.asked(Self.id(2), at: Self.at(10), into: &$1) }
                == [Self.send(2, 2)])
    }

    @Test func `while a refusal is looked into, others go out as before`() {
        var machine = started()
        _ = actions(of: &machine) { machine, actions in
            machine.asked(Self.id(1), at: Self.at(9), into: &actions)
            _ = machine.refused(Self.id(1), at: Self.at(9), into: &actions)
        }
        #expect(
            actions(of: &machine) { $0.asked(Self.id(2), at: Self.at(9), into: &$1) }
                == [Self.send(2, 1)])
        var verdict: CredentialMachine.Verdict?
        let asked = actions(of: &machine) {
            verdict = $0.refused(Self.id(2), at: Self.at(9), into: &$1)
        }
        #expect(verdict == .repeats)
        #expect(asked.isEmpty)
    }

    @Test func `a known end is looked after before it comes`() {
        var machine = started(lifetime: .seconds(60))
        #expect(
            actions(of: &machine) { $0.asked(Self.id(1), at: Self.at(57), into: &$1) }
                == [Self.send(1, 1)])
        #expect(
            actions(of: &machine) { $0.asked(Self.id(2), at: Self.at(58), into: &$1) }
                == [.renew(number: 2, .expired)])
        #expect(
            actions(of: &machine) {
                $0.renewed(number: 2, lifetime: .seconds(60), at: Self.at(59), into: &$1)
            } == [Self.send(2, 2)])
    }

    @Test func `a source that fails or is silent leaves everything to the origin`() {
        var machine = started()
        _ = actions(of: &machine) { machine, actions in
            machine.asked(Self.id(1), at: Self.at(9), into: &actions)
            _ = machine.refused(Self.id(1), at: Self.at(9), into: &actions)
            machine.asked(Self.id(1), at: Self.at(9), into: &actions)
        }
        #expect(machine.deadline == Self.at(24))
        #expect(actions(of: &machine) { $0.timePassed(at: Self.at(23), into: &$1) }.isEmpty)
        #expect(
            actions(of: &machine) { $0.timePassed(at: Self.at(24), into: &$1) }
                == [Self.send(1, 1)])
        #expect(machine.deadline == nil)
        // What comes later answers nobody.
        #expect(
            actions(of: &machine) {
                $0.renewed(number: 2, lifetime: nil, at: Self.at(25), into: &$1)
            }.isEmpty)
        var verdict: CredentialMachine.Verdict?
        _ = actions(of: &machine) { verdict = $0.refused(Self.id(1), at: Self.at(25), into: &$1) }
        #expect(verdict == .goesThrough)
    }

    @Test func `a redirect on the way leaves a request its one second try, and no more`() {
        var machine = started()
        var verdicts: [CredentialMachine.Verdict] = []
        _ = actions(of: &machine) { machine, actions in
            machine.asked(Self.id(1), at: Self.at(9), into: &actions)
            machine.asked(Self.id(1), at: Self.at(9), into: &actions)
            verdicts.append(machine.refused(Self.id(1), at: Self.at(9), into: &actions))
            machine.asked(Self.id(1), at: Self.at(9), into: &actions)
            machine.renewed(number: 2, lifetime: nil, at: Self.at(9), into: &actions)
            machine.asked(Self.id(1), at: Self.at(9), into: &actions)
            verdicts.append(machine.refused(Self.id(1), at: Self.at(9), into: &actions))
        }
        #expect(verdicts == [.repeats, .goesThrough])
    }

    @Test func `what never changes is sent at once, and its refusal goes through`() {
        var machine = CredentialMachine.fixed
        #expect(
            actions(of: &machine) { $0.asked(Self.id(1), at: Self.at(0), into: &$1) }
                == [Self.send(1, 1)])
        var verdict: CredentialMachine.Verdict?
        #expect(
            actions(of: &machine) {
                verdict = $0.refused(Self.id(1), at: Self.at(0), into: &$1)
            }.isEmpty)
        #expect(verdict == .goesThrough)
    }
}
