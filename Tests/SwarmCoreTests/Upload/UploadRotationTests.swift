import Primitives
import SwarmCore
import Testing

@Suite struct UploadRotationTests {
    @Test func `of fifty sessions, those that want something are served equally often`() {
        var rotation = UploadRotation()
        // Half of them want nothing, and sit in one row.
        let busy = Set(Array(0..<10) + Array(35..<50))
        var served = [Int](repeating: 0, count: 50)
        for _ in 0..<1_000 {
            var isHeld = true
            rotation.serve(50) { place in
                guard isHeld, busy.contains(place) else { return false }
                isHeld = false
                served[place] += 1
                return true
            }
        }
        for place in served.indices {
            #expect(served[place] == (busy.contains(place) ? 40 : 0))
        }
    }

    /// However much comes at a time, and however much some of them want.
    @Test(arguments: Seeds.some(20)) func `nobody who wants more has had fewer turns than another`(
        seed: UInt64
    ) {
        var random = SeededRandom(seed: seed)
        var rotation = UploadRotation()
        let count = Int.random(in: 1...50, using: &random)
        var wanted = (0..<count).map { _ in Int.random(in: 0...200, using: &random) }
        var turns = [Int](repeating: 0, count: count)
        while wanted.contains(where: { $0 > 0 }) {
            var held = Int.random(in: 1...64, using: &random)
            rotation.serve(count) { place in
                let turn = min(4, held, wanted[place])
                held -= turn
                wanted[place] -= turn
                turns[place] += turn > 0 ? 1 : 0
                return turn > 0
            }
            #expect(held == 0 || wanted.allSatisfy { $0 == 0 })
            let most = turns.max() ?? 0
            for place in 0..<count where wanted[place] > 0 {
                #expect(turns[place] + 1 >= most, "\(turns)")
            }
        }
    }

    @Test func `there may be nobody, and some may have gone`() {
        var rotation = UploadRotation()
        rotation.serve(50) { _ in false }
        var seen: [Int] = []
        rotation.serve(3) { place in
            seen.append(place)
            return false
        }
        #expect(seen.sorted() == [0, 1, 2])
        rotation.serve(0) { _ in true }
    }
}
