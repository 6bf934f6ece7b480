import Primitives
import SwarmCore
import Testing

@Suite struct UploadPurseTests {
    fileprivate static let chunk = ChunkGeometry.chunkSize

    /// A purse, and what it asked for.
    fileprivate struct Owner {
        var purse = UploadPurse()
        var now = Moment.start
        var drawn = 0
        var returned = 0
        var signals: [String] = []

        mutating func feed(_ input: (inout UploadPurse, inout [UploadPurse.Action]) -> Void) {
            var actions: [UploadPurse.Action] = []
            input(&purse, &actions)
            for action in actions {
                switch action {
                case .draw: drawn += 1
                case .giveBack(let grant): returned += grant.bytes
                case .filled: signals.append("filled")
                case .closed: signals.append("closed")
                case .opened: signals.append("opened")
                }
            }
        }

        mutating func wants() { feed { $0.wants(into: &$1) } }

        mutating func granted(_ chunks: Int, day: Int = 7) {
            answered(.granted(UploadGrant(bytes: chunks * UploadPurseTests.chunk, day: day)))
        }

        mutating func answered(_ answer: UploadAllowance.Answer) {
            feed { [now] in $0.answered(answer, at: now, into: &$1) }
        }

        mutating func pass(_ time: Duration) {
            now = now + time
            feed { [now] in $0.timedOut(at: now, into: &$1) }
        }
    }

    @Test func `draws once, and again when it has spent what it got`() {
        var owner = Owner()
        owner.wants()
        owner.wants()
        #expect(owner.drawn == 1 && !owner.purse.holdsChunk)
        owner.granted(2)
        #expect(owner.signals == ["filled"])
        for _ in 0..<2 {
            #expect(owner.purse.holdsChunk)
            owner.purse.spent(Self.chunk, at: owner.now)
        }
        #expect(!owner.purse.holdsChunk)
        owner.wants()
        #expect(owner.drawn == 2)
    }

    @Test func `what nobody needs goes back after a while`() throws {
        var owner = Owner()
        owner.wants()
        owner.granted(3)
        owner.now = owner.now + .seconds(1)
        owner.purse.spent(Self.chunk, at: owner.now)
        owner.pass(.seconds(1))
        #expect(owner.returned == 0)
        #expect(try #require(owner.purse.deadline) == .start + .seconds(3))
        owner.pass(.seconds(1))
        #expect(owner.returned == 2 * Self.chunk)
        #expect(owner.purse.deadline == nil && owner.purse.isOpen)
    }

    @Test func `waits as long as the rate demands, without being closed`() {
        var owner = Owner()
        owner.wants()
        owner.answered(.later(.milliseconds(300)))
        owner.wants()
        #expect(owner.drawn == 1 && owner.purse.isOpen)
        owner.pass(.milliseconds(299))
        #expect(owner.drawn == 1)
        owner.pass(.milliseconds(1))
        #expect(owner.drawn == 2)
        #expect(owner.signals.isEmpty)
    }

    @Test func `a refusal closes it until the allowance says otherwise`() {
        var owner = Owner()
        owner.wants()
        owner.granted(1)
        owner.purse.spent(Self.chunk - 1, at: owner.now)
        owner.wants()
        owner.answered(.refused(retryAfter: .seconds(86_400)))
        #expect(owner.signals == ["filled", "closed"])
        #expect(owner.returned == 1)
        #expect(!owner.purse.isOpen)
        #expect(owner.purse.pause(at: owner.now) == .seconds(10))
        owner.wants()
        #expect(owner.drawn == 2)
        // It asks every minute: the clock may have been set.
        owner.pass(.seconds(60))
        #expect(owner.drawn == 3 && !owner.purse.isOpen)
        owner.answered(.refused(retryAfter: .seconds(5)))
        owner.pass(.seconds(5))
        owner.granted(1)
        #expect(owner.signals == ["filled", "closed", "opened", "filled"])
        #expect(owner.purse.holdsChunk)
    }

    @Test func `new limits bind what was drawn under the old ones`() {
        var owner = Owner()
        owner.wants()
        owner.granted(5)
        owner.feed { $0.changed(into: &$1) }
        #expect(owner.returned == 5 * Self.chunk && owner.drawn == 2)
        #expect(!owner.purse.holdsChunk)
        owner.answered(.refused(retryAfter: nil))
        #expect(!owner.purse.isOpen)
        owner.feed { $0.changed(into: &$1) }
        #expect(owner.drawn == 3)
        // One answer is on its way, and will be of the new limits.
        owner.feed { $0.changed(into: &$1) }
        #expect(owner.drawn == 3)
        owner.granted(1)
        #expect(owner.purse.holdsChunk)
    }

    @Test func `what is left of yesterday is not taken into today`() {
        var owner = Owner()
        owner.wants()
        owner.granted(1, day: 7)
        owner.purse.spent(1, at: owner.now)
        owner.wants()
        owner.granted(1, day: 8)
        owner.feed { $0.ended(into: &$1) }
        #expect(owner.returned == Self.chunk)
    }

    @Test func `what is granted after the end goes back`() {
        var owner = Owner()
        owner.wants()
        owner.feed { $0.ended(into: &$1) }
        owner.granted(2)
        #expect(owner.returned == 2 * Self.chunk)
        #expect(!owner.purse.isOpen && !owner.purse.holdsChunk && owner.purse.deadline == nil)
    }

    /// Three loops spend at random from one allowance, over days: nothing is lost, no cap passed.
    @Test(arguments: Seeds.some(20)) func `shares of one allowance add up`(seed: UInt64) {
        var random = SeededRandom(seed: seed)
        let cap = Int.random(in: 50...2_000, using: &random) * Self.chunk
        var limits = UploadLimits()
        limits.bytesPerDay = cap
        var unixTime: Int64 = 1_772_319_600
        var allowance = UploadAllowance(
            limits: limits, isMetered: false, at: .start, unixTime: unixTime)
        var purses = [UploadPurse](repeating: UploadPurse(), count: 3)
        var now = Moment.start
        var spentOnDay = 0
        for step in 0..<3_000 {
            if step % 1_000 == 999 {
                // Everything is back before the day ends.
                #expect(spentOnDay <= cap, "seed \(seed)")
                for index in purses.indices { settle(&purses[index], &allowance, now, unixTime) }
                #expect(allowance.usage.bytesToday == spentOnDay, "seed \(seed)")
                unixTime += 86_400
                spentOnDay = 0
            }
            let index = Int.random(in: 0..<3, using: &random)
            now = now + .milliseconds(Int.random(in: 0...400, using: &random))
            var actions: [UploadPurse.Action] = []
            if purses[index].holdsChunk {
                let bytes = Int.random(in: 1...Self.chunk, using: &random)
                purses[index].spent(bytes, at: now)
                spentOnDay += bytes
            } else {
                purses[index].wants(into: &actions)
            }
            purses[index].timedOut(at: now, into: &actions)
            carryOut(actions, for: &purses[index], &allowance, now, unixTime)
        }
    }

    private func settle(
        _ purse: inout UploadPurse, _ allowance: inout UploadAllowance, _ now: Moment,
        _ unixTime: Int64
    ) {
        var actions: [UploadPurse.Action] = []
        purse.ended(into: &actions)
        carryOut(actions, for: &purse, &allowance, now, unixTime)
        purse = UploadPurse()
    }

    private func carryOut(
        _ actions: [UploadPurse.Action], for purse: inout UploadPurse,
        _ allowance: inout UploadAllowance, _ now: Moment, _ unixTime: Int64
    ) {
        for action in actions {
            switch action {
            case .draw(let bytes):
                let answer = allowance.draw(bytes, at: now, unixTime: unixTime)
                var more: [UploadPurse.Action] = []
                purse.answered(answer, at: now, into: &more)
                carryOut(more, for: &purse, &allowance, now, unixTime)
            case .giveBack(let grant): allowance.giveBack(grant)
            case .filled, .closed, .opened: break
            }
        }
    }
}
