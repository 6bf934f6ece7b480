import Primitives
import SwarmCore
import Testing

/// One after the other: each computes for seconds, and tests of real sockets beside it need a thread.
@Suite(.serialized) struct WorldTests {
    @Test func `one viewer alone plays from the origin`() {
        var world = World(World.Options())
        world.at(.zero, .join(Viewer.Traits()))
        world.expectEnd(within: .seconds(120))
        #expect(world.copies == 1)
        #expect(world.stalled == .zero)
    }

    @Test(arguments: Seeds.some(3))
    func `eight staggered viewers share little more than one copy`(seed: UInt64) {
        var options = World.Options()
        options.seed = seed
        var world = World(options)
        for viewer in 0..<8 { world.at(.seconds(4) * viewer, .join(Viewer.Traits())) }
        world.expectEnd(within: .seconds(400))
        #expect(world.copies <= 1.2, "\(world.summary)")
        #expect(world.stalled == .zero, "\(world.summary)")
        #expect(world.wasted <= 0.02, "\(world.summary)")
    }

    @Test func `a film at eight times its speed is shared as well`() {
        var options = World.Options()
        options.rate = 8
        var world = World(options)
        let fast = Viewer.Traits(upload: 8_000_000, origin: 16_000_000)
        for viewer in 0..<8 { world.at(.milliseconds(500) * viewer, .join(fast)) }
        world.expectEnd(within: .seconds(60))
        #expect(world.copies <= 1.5, "\(world.summary)")
        #expect(world.stalled == .zero, "\(world.summary)")
    }

    @Test func `without peers nothing is asked of them and nothing stalls`() {
        var options = World.Options()
        options.peersEnabled = false
        var world = World(options)
        for viewer in 0..<3 { world.at(.seconds(4) * viewer, .join(Viewer.Traits())) }
        world.expectEnd(within: .seconds(120))
        #expect(world.copies == 3)
        #expect(world.stalled == .zero)
    }

    @Test func `a viewer that dies is replaced without a stall`() {
        var world = World(World.Options())
        for viewer in 0..<5 { world.at(.seconds(3) * viewer, .join(Viewer.Traits())) }
        world.at(.seconds(20), .leave(0))
        world.at(.seconds(31), .leave(2))
        world.expectEnd(within: .seconds(200))
        #expect(world.stalled == .zero, "\(world.summary)")
    }

    @Test func `a viewer that falls silent delays nobody`() {
        var world = World(World.Options())
        world.at(.zero, .join(Viewer.Traits(silentFrom: .start + .seconds(15))))
        for viewer in 1..<5 { world.at(.seconds(3) * viewer, .join(Viewer.Traits())) }
        world.expectEnd(within: .seconds(200))
        #expect(world.stalled == .zero, "\(world.summary)")
    }

    @Test func `slow uplinks cost copies and no stall`() {
        var world = World(World.Options())
        for viewer in 0..<6 {
            let upload = viewer.isMultiple(of: 2) ? 15_000.0 : 2_000_000
            world.at(.seconds(3) * viewer, .join(Viewer.Traits(upload: upload)))
        }
        world.expectEnd(within: .seconds(200))
        #expect(world.stalled == .zero, "\(world.summary)")
    }

    @Test func `an origin that is away for three seconds is not noticed`() {
        var world = World(World.Options())
        for viewer in 0..<5 { world.at(.seconds(3) * viewer, .join(Viewer.Traits())) }
        world.at(.seconds(20), .origin(isUp: false))
        world.at(.seconds(23), .origin(isUp: true))
        world.expectEnd(within: .seconds(200))
        #expect(world.stalled == .zero, "\(world.summary)")
    }

    @Test(arguments: Seeds.some(12))
    func `whatever happens every viewer sees the end, no later than from the origin alone`(
        seed: UInt64
    ) {
        var world = World(trouble: seed, peersEnabled: true)
        world.expectEnd(within: .seconds(600))
        var alone = World(trouble: seed, peersEnabled: false)
        alone.expectEnd(within: .seconds(600))
        let allowed = alone.stalled * 1.05 + .seconds(1)
        #expect(world.stalled <= allowed, "alone \(alone.stalled), \(world.summary)")
    }
}
