import PeerWire
import Primitives
import ScheduleTestSupport
import SwarmCore
import Testing

/// Who is asked for what, drawn.
@Suite struct PictureTests {
    private static var shortWindow: ScheduleConfiguration {
        var configuration = ScheduleConfiguration()
        configuration.originWindow = .seconds(16)
        return configuration
    }

    private static func windows(of chunks: Int) -> ScheduleConfiguration {
        var configuration = shortWindow
        configuration.largestPeerWindow = chunks
        return configuration
    }

    private func expect(
        _ drawing: String, isLive: Bool = false, viewers: Int? = 1_000, edges: Int = 0,
        _ configuration: ScheduleConfiguration = shortWindow,
        sourceLocation: SourceLocation = #_sourceLocation
    ) {
        let picture = Picture(
            drawing, isLive: isLive, viewers: viewers, edges: edges, configuration)
        SwarmCoreTests.expect(picture, shows: drawing, sourceLocation: sourceLocation)
    }

    // MARK: How far ahead

    @Test func `the emptier the buffer, the less is fetched ahead`() {
        expect(
            """
            plays  P
            P      ###
            a      ##############################
            asked     aaaaaaaaaaaaaa
            """)
        expect(
            """
            plays  P
            P      #
            a      ##############################
            asked   aaaaaaaa
            """)
    }

    @Test func `a player without anything has the first from the origin`() {
        expect(
            """
            plays  P
            P
            a      ##############################
            asked  Oa
            """)
    }

    @Test func `what nobody has and others own is left alone`() {
        expect(
            """
            plays  P
            P      ###
            a            ###
            asked     ...aaa
            """)
    }

    @Test func `live goes no further than the edge, and on when it moves`() {
        let drawing = """
            plays  P
            P      ##
            a      ####
            asked    aa
            """
        var picture = Picture(drawing, isLive: true, Self.shortWindow)
        SwarmCoreTests.expect(picture, shows: drawing)
        picture.giveAll(by: "a")
        picture.describe(0..<6, isLive: true)
        picture.feed(.peerHas(picture.peer("a"), [picture.segment(4), picture.segment(5)]))
        #expect(picture.chunks(of: 4) + picture.chunks(of: 5) == "aa")
    }

    // MARK: In which order

    @Test func `near by deadline, and of what is far the rarest: both ends first`() {
        // `c` has nothing rare, `a` what nobody else has, `b` what only one other has.
        expect(
            """
            plays  P
            P      ##########
            a                ##########   #######
            b                ####         ####
            c                #####
            asked            acbccaaaa....bbbb
            """, Self.windows(of: 6))
    }

    @Test func `who has what is common leaves what is rare to the only one that has it`() {
        expect(
            """
            plays  P
            P      ##########
            a                ##################
            b                #########
            c                #########
            asked            acbccbcbbaaa
            """, Self.windows(of: 4))
    }

    // MARK: From whom

    @Test func `the nearest ahead are asked, three of them and in turn`() {
        // Three will still have the last one when it is needed.
        expect(
            """
            plays  a b P c  d     e
            P          ###
            a          ########
            b          ########
            c          ########
            d          ########
            e          ########
            asked  ....   cdec
            """)
    }

    @Test func `have-maps decide, where somebody is does not`() {
        expect(
            """
            plays  P     a
            P      ###
            a         ##     ####
            asked     aa.....aaaa
            """)
    }

    @Test func `what a peer is still receiving can be had from it`() {
        expect(
            """
            plays  P
            P      ###
            a         ##+++
            asked     aaaaa
            """)
    }

    @Test func `the slowest of many gets nothing while there are others`() {
        var configuration = Self.windows(of: 3)
        configuration.prefetchWindow = .seconds(200)
        let names = "abcdefghijk"
        let all = String(repeating: "#", count: 100)
        var picture = Picture(
            "plays  P\nP      ########\n" + names.map { "\($0)      \(all)\n" }.joined(),
            configuration)
        #expect(picture.asked.contains("k"))
        picture.wait(100)
        picture.giveAll(by: "abcdefghij")
        // Now all are known, and one of them for being late.
        picture.wait(2_500)
        picture.giveAll(by: names)
        for _ in 0..<3 {
            #expect(!picture.asked.contains("k"), "\(picture.asked)")
            #expect(picture.asked.contains { "abcdefghij".contains($0) }, "\(picture.asked)")
            picture.giveAll(by: names)
        }
    }

    // MARK: Whose turn it is at the origin

    @Test func `a viewer owns segments, and none beside an edge node`() {
        expect(
            """
            plays  P
            P      #####
            asked       O
            """, viewers: 1, edges: 0)
        expect(
            """
            plays  P
            P      #####
            asked
            """, viewers: 1, edges: 1)
    }
}
