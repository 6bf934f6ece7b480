import Primitives
import SwarmCore
import Testing

@Suite struct WorldTests {
    @Test func `one viewer alone plays from the origin`() {
        var world = World(World.Options())
        world.at(.zero, .join(Viewer.Traits()))
        let ended = world.run(for: .seconds(120))
        #expect(ended)
        #expect(world.copies == 1)
        #expect(world.stalled == .zero)
        world.expectConservation()
    }

    @Test func `eight staggered viewers share one and a half copies at most`() {
        var options = World.Options()
        options.film.count = 60
        var world = World(options)
        for viewer in 0..<8 { world.at(.seconds(4) * viewer, .join(Viewer.Traits())) }
        let ended = world.run(for: .seconds(400))
        #expect(ended)
        print(world.summary)
        #expect(world.copies <= 1.5)
        #expect(world.stalled == .zero)
        world.expectConservation()
    }
}
