import Foundation
import Primitives
import Testing

@testable import Shoal

/// What becomes of sessions when tickets are played, prepared and refused in any order.
@Suite struct TicketSessionsTests {
    private static func ticket(_ vid: String, _ token: String = "t") -> TicketSessions.Ticket {
        TicketSessions.Ticket(vid: vid, token: token)
    }

    private static let texts = [
        PlaybackTicket.Subtitle(language: "en", url: URL(filePath: "/a.vtt"))
    ]

    @Test func `the last session is closed once the player is told of the next`() {
        var sessions = TicketSessions()
        #expect(sessions.play(Self.ticket("a"), at: 1) == [.open(1, Self.ticket("a"))])
        #expect(sessions.opened(1) == [.load(1, at: 1)])
        #expect(sessions.play(Self.ticket("b"), at: 2) == [.open(2, Self.ticket("b"))])
        // Nobody waits for that any more.
        #expect(sessions.failed(1) == [])
        #expect(
            sessions.play(Self.ticket("c"), at: 3) == [.close(2), .open(3, Self.ticket("c"))])
        #expect(sessions.opened(2) == [])
        #expect(sessions.add(Self.texts) == [])
        #expect(
            sessions.opened(3) == [.load(3, at: 3), .show(Self.texts), .close(1)])
        #expect(sessions.add(Self.texts) == [.show(Self.texts)])
    }

    @Test func `a candidate is played as it is, but not with another ticket`() {
        var sessions = TicketSessions()
        #expect(sessions.preload(Self.ticket("a")) == [.open(1, Self.ticket("a"))])
        #expect(sessions.preload(Self.ticket("a")) == [])
        #expect(sessions.opened(1) == [.preload(1)])
        #expect(sessions.play(Self.ticket("a"), at: 0) == [.load(1, at: 0)])
        #expect(sessions.preload(Self.ticket("b")) == [.open(2, Self.ticket("b"))])
        #expect(
            sessions.play(Self.ticket("b", "new"), at: 0)
                == [.close(2), .open(3, Self.ticket("b", "new"))])
    }

    @Test func `no more candidates are held than three, whatever a backend names`() {
        var sessions = TicketSessions()
        var open: Set<Int> = []
        for number in 0..<100 {
            for action in sessions.preload(Self.ticket("v\(number)")) {
                switch action {
                case .open(let id, _): open.insert(id)
                case .close(let id): open.remove(id)
                default: Issue.record("\(action)")
                }
            }
            #expect(open.count == min(number + 1, 3))
        }
        #expect(open == [98, 99, 100])
    }

    @Test func `anything in any order: no call into a closed session, no error twice`() {
        var errors = 0
        for seed in UInt64(0)..<300 {
            var walk = Walk(seed: seed)
            for _ in 0..<200 { walk.step() }
            walk.end()
            #expect(walk.faults.isEmpty, "seed \(seed): \(walk.faults)")
            errors += walk.errors
        }
        #expect(errors > 300)
    }

    private struct Walk {
        private var random: SeededRandom
        private var sessions = TicketSessions()
        private var open: Set<Int> = []
        private var there: Set<Int> = []
        private var failed: Set<Int> = []
        private var everOpened = 0
        private(set) var errors = 0
        private(set) var faults: [String] = []

        init(seed: UInt64) { random = SeededRandom(seed: seed) }

        mutating func step() {
            let ticket = TicketSessionsTests.ticket(
                "v\(Int.random(in: 0..<5, using: &random))",
                "t\(Int.random(in: 0..<2, using: &random))")
            let id = Int.random(in: 0...max(1, everOpened), using: &random)
            switch Int.random(in: 0..<8, using: &random) {
            case 0: perform(sessions.play(ticket, at: 1))
            case 1, 2: perform(sessions.preload(ticket))
            case 3: perform(sessions.add(TicketSessionsTests.texts))
            case 4: perform(sessions.failed(id))
            case 5: perform(sessions.playerFailed())
            default:
                guard open.contains(id), !there.contains(id) else { return }
                there.insert(id)
                perform(sessions.opened(id))
            }
            let most = 2 + TicketSessions.mostCandidates
            if open.count > most { faults.append("\(open.count) are open") }
        }

        mutating func end() {
            perform(sessions.close())
            if !open.isEmpty { faults.append("\(open) are left open") }
            perform(sessions.play(TicketSessionsTests.ticket("a"), at: 0))
            perform(sessions.preload(TicketSessionsTests.ticket("a")))
            if !open.isEmpty { faults.append("opened after the close") }
        }

        private mutating func perform(_ actions: [TicketSessions.Action]) {
            for action in actions {
                switch action {
                case .open(let id, _):
                    everOpened += 1
                    if id != everOpened { faults.append("number \(id) again") }
                    open.insert(id)
                case .preload(let id), .load(let id, _):
                    if !open.contains(id) || !there.contains(id) {
                        faults.append("\(action) of none")
                    }
                case .show:
                    if sessions.loaded == nil { faults.append("texts of nothing") }
                case .fail(let id):
                    errors += 1
                    if !open.contains(id) { faults.append("an error of a closed one") }
                    if !failed.insert(id).inserted { faults.append("an error twice") }
                case .close(let id):
                    if open.remove(id) == nil { faults.append("\(id) closed twice") }
                }
            }
        }
    }
}
