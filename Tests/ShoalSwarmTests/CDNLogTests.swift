import Testing

@testable import shoal_swarm

@Suite struct CDNLogTests {
    @Test func `copies count each byte that left once more than it had to`() {
        let log = CDNLog(
            """
            200|300||/master.m3u8
            200|100||/v0/s0.ts
            200|100||/v0/s0.ts
            200|100||/v0/s1 with a | in it.ts
            """)
        #expect(log.requests == 4)
        #expect(log.refused == 0)
        #expect(log.mediaBytes == 300)
        #expect(log.copies.mean == 1.5)
        #expect(log.copies.worst == 2)
        #expect(log.media["/v0/s1 with a | in it.ts"]?.sent == 100)
    }

    @Test func `a broken answer and its continuation are one copy`() {
        let log = CDNLog("200|40||/s0.ts\n206|60|bytes 40-99/100|/s0.ts\n")
        #expect(log.copies.mean == 1)
    }

    @Test func `a continuation from before the break sends some bytes twice`() {
        let log = CDNLog("206|80|bytes 20-99/100|/s0.ts\n200|40||/s0.ts\n")
        #expect(log.copies.mean == 1.2)
    }

    @Test func `refused requests and half lines count for nothing`() {
        let log = CDNLog("404|150||/s9.ts\n416|190|bytes */100|/s0.ts\n200|12")
        #expect(log.requests == 2)
        #expect(log.refused == 2)
        #expect(log.media.isEmpty)
        #expect(log.copies.mean == 0)
    }
}
