import PeerWire
import Primitives
import ScheduleTestSupport
import SwarmCore
import Testing

/// What becomes of requests as the world changes, drawn; a segment is drawn chunk by chunk.
@Suite struct PictureStoryTests {
    private static var shortWindow: ScheduleConfiguration {
        var configuration = ScheduleConfiguration()
        configuration.originWindow = .seconds(16)
        return configuration
    }

    private func picture(
        _ drawing: String, chunks: Int = 1, hasPlayed: Bool = true
    ) -> Picture {
        Picture(drawing, chunks: chunks, hasPlayed: hasPlayed, Self.shortWindow)
    }

    // MARK: The player

    @Test func `a seek takes back what is behind it, and the new place is urgent`() {
        var picture = picture(
            """
            plays  P
            P      #####
            a      ##############################
            """)
        expect(
            picture,
            shows: """
                plays  P
                P      #####
                a      ##############################
                asked       aaaaaaaaaaaaaa
                """)
        picture.play(from: 20)
        expect(
            picture,
            shows: """
                plays                      P
                P      #####
                a      ##############################
                asked       ...............Oa
                """)
    }

    @Test func `a pause takes nothing back`() {
        var picture = picture(
            """
            plays  P
            P      #####
            a      ##############################
            """)
        let asked = picture.asked
        #expect(asked.hasPrefix("     aaaaaaaaaaaaaa"))
        picture.play(from: 0, rate: 0)
        #expect(picture.asked == asked)
        picture.play(from: 0, rate: 2)
        #expect(picture.asked == asked)
    }

    @Test func `another rendition takes everything back, and so do peers that are switched off`() {
        let drawing = """
            plays  P
            P      #####
            a      ##########
            asked       aaaaa
            """
        let nothing = """
            plays  P
            P      #####
            a      ##########
            asked
            """
        var picture = picture(drawing)
        expect(picture, shows: drawing)
        picture.feed(.tracksSelected([TrackID(2)]))
        expect(picture, shows: nothing)
        picture.feed(.tracksSelected([TrackID(1)]))
        expect(picture, shows: drawing)
        picture.feed(.peersEnabled(false))
        expect(picture, shows: nothing)
        picture.request(5)
        expect(
            picture,
            shows: """
                plays  P
                P      #####
                a      ##########
                asked       O
                """)
    }

    // MARK: Peers

    @Test func `busy is asked again later, absent never, and then it is the origin's turn`() {
        var picture = picture(
            """
            plays  P
            P      ##
            a        #
            """)
        let (segment, peer) = (picture.segment(2), picture.peer("a"))
        #expect(picture.asked == "  a")
        picture.feed(
            .requestEnded(segment, ChunkRun(0..<1), from: peer, .busy(retryAfter: .seconds(1))))
        picture.wait(900)
        #expect(picture.asked == "  .")
        picture.wait(200)
        #expect(picture.asked == "  a")
        picture.feed(.requestEnded(segment, ChunkRun(0..<1), from: peer, .absent))
        #expect(picture.asked == "  .")
        picture.wait(4_000)
        #expect(picture.asked == "  O")
    }

    @Test func `what a peer that leaves was asked for is asked of the next`() {
        var picture = picture(
            """
            plays  P
            P      ##
            a        #
            b
            """, chunks: 10)
        picture.give(0..<4, of: 2, by: "a")
        #expect(picture.chunks(of: 2) == "####aaaaaa")
        picture.feed(.peerLeft(picture.peer("a")))
        #expect(picture.chunks(of: 2) == "####......")
        picture.feed(.peerHas(picture.peer("b"), [picture.segment(2)]))
        #expect(picture.chunks(of: 2) == "####bbbbbb")
    }

    @Test func `chunks are relayed as they arrive`() {
        var picture = picture(
            """
            plays  P
            P      ##
            a        +
            """, chunks: 10)
        #expect(picture.chunks(of: 2) == "aaaaa.....")
        picture.giveAll(by: "a")
        #expect(picture.chunks(of: 2) == "#####.....")
        picture.feed(
            .peerReceives(
                picture.peer("a"), picture.segment(2), ChunkMask(prefix: 8, of: 10)))
        #expect(picture.chunks(of: 2) == "#####aaa..")
        picture.feed(.peerHas(picture.peer("a"), [picture.segment(2)]))
        #expect(picture.chunks(of: 2) == "#####aaaaa")
    }

    @Test func `with time a silent peer's chunks are asked of the other, and of each only once`() {
        var picture = picture(
            """
            plays  P
            P      #######
            a             #
            b             #
            """, chunks: 10)
        #expect(picture.chunks(of: 7) == "abbaabbaab")
        picture.wait(100)
        picture.giveAll(by: "b")
        #expect(picture.chunks(of: 7) == "a##aa##aa#")
        var course: [String] = []
        for _ in 0..<28 {
            picture.wait(500)
            if course.last != picture.chunks(of: 7) { course.append(picture.chunks(of: 7)) }
        }
        // The origin of the picture answers at once: no gap is worth the chunks between it and the next.
        #expect(course == ["a##aa##aa#", "b##bb##bb#", ".##..##..#", "O##..##..#"])
    }

    @Test func `with little time they are asked of both`() {
        var picture = picture(
            """
            plays  P
            P      ###
            a         #
            b         #
            """, chunks: 10)
        #expect(picture.chunks(of: 3) == "baabbaabba")
        picture.wait(100)
        picture.giveAll(by: "b")
        #expect(picture.chunks(of: 3) == "#aa##aa##a")
        picture.wait(1_500)
        #expect(picture.chunks(of: 3) == "#**##**##*")
        picture.give(1..<2, of: 3, by: "b")
        #expect(picture.chunks(of: 3) == "##*##**##*")
    }

    @Test func `a track that is kept from peers comes from the origin, and only when played`() {
        var picture = picture(
            """
            plays  P
            P      #
            a       ######
            """, chunks: 4)
        #expect(picture.asked.contains("a"))
        picture.feed(.trackKeptFromPeers(TrackID(1)))
        #expect(picture.asked == " ......")
        picture.request(1)
        #expect(picture.asked == " O.....")
    }

    // MARK: The origin

    @Test func `the first segment comes from both ends, and nothing waits for a stalled peer`() {
        var picture = picture(
            """
            plays  P
            P
            a      #
            """, chunks: 10, hasPlayed: false)
        picture.request(0)
        #expect(picture.chunks(of: 0) == "........aa")
        picture.wait(60)
        #expect(picture.chunks(of: 0) == "OOOOOOOOaa")
        picture.give(9..<10, of: 0, by: "a")
        picture.wait(500)
        #expect(picture.chunks(of: 0).hasPrefix("OOOOOO"))
        picture.feed(.originStarted(picture.segment(0), length: 10 * ChunkGeometry.chunkSize))
        picture.feed(.originReceived(picture.segment(0), count: 9 * ChunkGeometry.chunkSize))
        #expect(picture.watched.oracle.isComplete(picture.segment(0)))
    }
}
