import Primitives
import ScheduleTestSupport
import SwarmCore
import Testing

/// The end of the time in which peers may bring a live segment, drawn.
@Suite struct ClosingTests {
    private static let drawing = """
        plays  P
        P      #####
        a           #
        b
               ........
        """

    private func begun(edges: Int = 0) -> Broadcast {
        var broadcast = Broadcast(Self.drawing, edges: edges)
        broadcast.picture.give(0..<3, of: 5, by: "a")
        return broadcast
    }

    @Test func `all is taken back before it is urgent, and then comes from the origin`() {
        var broadcast = begun()
        #expect(
            broadcast.course(of: 5, milliseconds: 10_000)
                == ["###aaaaaaa", "###.......", "###OOOOOOO"])
    }

    @Test func `where an edge node gives it to all, peers go on until it is urgent`() {
        var broadcast = begun(edges: 1)
        #expect(broadcast.course(of: 5, milliseconds: 10_000) == ["###aaaaaaa", "###OOOOOOO"])
    }

    @Test func `nobody is asked for what is closed`() {
        var broadcast = begun()
        while broadcast.picture.chunks(of: 5).contains("a") { broadcast.picture.wait(10) }
        broadcast.picture.feed(
            .peerHas(broadcast.picture.peer("b"), [broadcast.picture.segment(5)]))
        #expect(broadcast.picture.chunks(of: 5) == "###.......")
    }

    @Test func `a player that pauses has time for others again`() {
        var broadcast = begun()
        while broadcast.picture.chunks(of: 5).contains("a") { broadcast.picture.wait(10) }
        broadcast.picture.feed(
            .peerHas(broadcast.picture.peer("b"), [broadcast.picture.segment(5)]))
        broadcast.picture.play(from: 0, rate: 0)
        #expect(broadcast.picture.chunks(of: 5) == "###bbbbbbb")
    }

    /// What `b` could bring of the next segment would come between the last gaps of this one.
    @Test func `while the origin fills gaps that a player waits for, nothing else is asked for`() {
        var broadcast = begun()
        broadcast.picture.request(5)
        while !broadcast.picture.chunks(of: 5).contains("O") { broadcast.picture.wait(10) }
        broadcast.picture.feed(
            .peerHas(broadcast.picture.peer("b"), [broadcast.picture.segment(6)]))
        #expect(broadcast.picture.chunks(of: 6) == "..........")
        broadcast.fetch(5)
        #expect(broadcast.picture.isHere(5))
        // Of what is scarce, a part comes from the origin.
        #expect(broadcast.picture.chunks(of: 6) == ".......OO.")
        broadcast.fetch(6)
        #expect(broadcast.picture.chunks(of: 6) == "bbbbbbb##b")
    }
}
