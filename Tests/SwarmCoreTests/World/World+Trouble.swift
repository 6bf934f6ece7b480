import Primitives
import SwarmCore

extension World {
    /// A world in which viewers of all kinds join, leave, seek and fail at random.
    init(trouble seed: UInt64, peersEnabled: Bool) {
        var random = SeededRandom(seed: seed &* 977)
        var options = Options()
        options.seed = seed
        options.peersEnabled = peersEnabled
        options.latency = .milliseconds(Int.random(in: 1...150, using: &random))
        options.announcesChunks = Bool.random(using: &random)
        options.film.segmentLength = Int.random(in: 20_000...900_000, using: &random)
        self.init(options)
        addTrouble(viewers: Int.random(in: 2...8, using: &random), using: &random)
    }

    private mutating func addTrouble(viewers: Int, using random: inout SeededRandom) {
        for _ in 0..<viewers {
            var traits = Viewer.Traits()
            traits.upload = [20_000, 300_000, 2_000_000].randomElement(using: &random) ?? 0
            traits.origin = [400_000, 4_000_000].randomElement(using: &random) ?? 0
            traits.firstByte = .milliseconds(Int.random(in: 5...400, using: &random))
            if Int.random(in: 0..<5, using: &random) == 0 {
                traits.silentFrom = .start + .seconds(Int.random(in: 5...60, using: &random))
            }
            at(.milliseconds(Int.random(in: 0...20_000, using: &random)), .join(traits))
        }
        for _ in 0..<12 {
            let viewer = Int.random(in: 0..<viewers, using: &random)
            let segment = Int.random(in: 0..<options.film.count, using: &random)
            let script: Script =
                switch Int.random(in: 0..<10, using: &random) {
                case 0: .leave(viewer)
                case 1: .origin(isUp: false)
                case 2: .peers(viewer, enabled: false)
                case 3: .peers(viewer, enabled: true)
                case 4...6: .drop(viewer, segment: segment)
                case _: .seek(viewer, segment: segment)
                }
            let time = Duration.milliseconds(Int.random(in: 20_000...70_000, using: &random))
            at(time, script)
            if case .origin = script { at(time + .seconds(4), .origin(isUp: true)) }
        }
    }
}
