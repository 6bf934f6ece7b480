import Foundation
import Primitives
import Testing

@testable import Shoal

/// Viewers, players and backends that do anything in any order; the seed of one that fails is printed.
@Suite struct TicketWalkTests {
    private struct Walk {
        private var random: SeededRandom
        private var machine = TicketMachine()
        private var now = Date(timeIntervalSince1970: 0)
        private var waiting: [Int] = []
        private var screen: PlaybackState?
        private var played: PlaybackTicket?
        /// Since the viewer, or the way back from the background, last allowed a fresh ticket.
        private var refreshesAfterErrors = 0
        private(set) var faults: [String] = []
        private(set) var refreshes = 0

        init(seed: UInt64) {
            random = SeededRandom(seed: seed)
        }

        mutating func run(steps: Int) {
            for _ in 0..<steps { step() }
            // Once all has been answered, nobody looks at a screen that loads.
            while !waiting.isEmpty { answer() }
            if screen == .loading { faults.append("it loads for ever") }
        }

        private mutating func step() {
            now += Double.random(in: 0..<600, using: &random)
            switch Int.random(in: 0..<8, using: &random) {
            case 0:
                refreshesAfterErrors = 0
                let episode = TicketMachine.Episode(
                    film: Bool.random(using: &random) ? "a" : "b",
                    number: Int.random(in: 1...3, using: &random))
                perform(
                    machine.start(
                        episode, hasDevice: Int.random(in: 0..<9, using: &random) > 0, at: now))
            case 1:
                let isStale = played.map { !$0.isFresh(at: now) } ?? false
                let actions = machine.cameToForeground(at: 5, hasDevice: true, now: now)
                if !isStale, !actions.isEmpty { faults.append("a fresh ticket is replaced") }
                if !actions.isEmpty { refreshesAfterErrors = 0 }
                perform(actions)
            case 2, 3:
                let actions = machine.playerFailed(at: 7, hasDevice: true)
                for case .ask in actions {
                    refreshes += 1
                    refreshesAfterErrors += 1
                    if refreshesAfterErrors > 1 { faults.append("a loop") }
                }
                perform(actions)
            default:
                answer()
            }
        }

        private mutating func answer() {
            guard let index = waiting.indices.randomElement(using: &random) else { return }
            let request = waiting.remove(at: index)
            let answers: [PlaybackAnswer?] = [
                nil, .refused(.locked), .refused(.busy), .ticket(ticket(), next: [:]),
                .ticket(ticket(), next: [2: ticket(), 3: ticket()]),
            ]
            let answer = answers.randomElement(using: &random) ?? nil
            perform(machine.answered(request, answer))
            if !machine.answered(request, answer).isEmpty { faults.append("answered twice") }
        }

        private mutating func ticket() -> PlaybackTicket {
            PlaybackTicket(
                vid: "v\(Int.random(in: 0..<1_000_000, using: &random))", playAuthToken: "t",
                expires: now + Double.random(in: 0..<1_800, using: &random))
        }

        private mutating func perform(_ actions: [TicketMachine.Action]) {
            var plays = 0
            for action in actions {
                switch action {
                case .ask(let request, _):
                    waiting.append(request)
                case .play(let ticket, _):
                    plays += 1
                    played = ticket
                case .show(let state):
                    screen = state
                    if state == .playing, plays == 0 { faults.append("it plays nothing") }
                case .preload:
                    break
                }
            }
        }
    }

    @Test func `an error costs one fresh ticket, no screen loads for ever, old answers are none`() {
        var refreshes = 0
        for seed in UInt64(0)..<500 {
            var walk = Walk(seed: seed)
            walk.run(steps: 200)
            #expect(walk.faults.isEmpty, "seed \(seed): \(walk.faults)")
            refreshes += walk.refreshes
        }
        #expect(refreshes > 500)
    }
}
