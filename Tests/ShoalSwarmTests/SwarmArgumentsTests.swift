import Testing

@testable import shoal_swarm

@Suite struct SwarmArgumentsTests {
    @Test func `nothing said means eight viewers of the generated video`() throws {
        let arguments = try #require(try SwarmArguments([]))
        #expect(arguments.peers == 8)
        #expect(arguments.media == .generated)
        #expect(arguments.speed == 3)
        #expect(arguments.duration == nil)
        #expect(arguments.faults == [])
        #expect(arguments.usesPeers)
        #expect(!arguments.isLive && !arguments.compares)
        #expect(arguments.seeks == [])
    }

    @Test func `a channel is on the air in real time unless told otherwise`() throws {
        #expect(try SwarmArguments(["--live"])?.speed == 1)
        #expect(try SwarmArguments(["--live", "--speed", "4"])?.speed == 4)
    }

    @Test(arguments: ["-h", "--help"])
    func `help is no run`(_ word: String) throws {
        #expect(try SwarmArguments([word]) == nil)
        #expect(try SwarmArguments(["--peers", "3", word]) == nil)
    }

    @Test func `every option is taken`() throws {
        let arguments = try #require(
            try SwarmArguments(
                [
                    "--peers", "4", "--media", "/", "--arrival", "0.5", "--speed", "2",
                    "--duration", "9", "--buffer", "7", "--cdn-only", "--json", "r.json",
                    "--logs", "logs", "--seed", "12345678901234567890", "--compare", "--strict",
                    "--seek", "2:3:4.5", "--seek", "4:0:1",
                ]))
        #expect(arguments.peers == 4)
        #expect(arguments.media == .folder("/"))
        #expect(arguments.arrival == 0.5)
        #expect(arguments.speed == 2)
        #expect(arguments.duration == 9)
        #expect(arguments.buffer == 7)
        #expect(!arguments.usesPeers)
        #expect(arguments.json == "r.json")
        #expect(arguments.logs == "logs")
        #expect(arguments.compares && arguments.isStrict)
        #expect(
            arguments.seeks == [
                SwarmArguments.Seek(viewer: 2, at: 3, target: 4.5),
                SwarmArguments.Seek(viewer: 4, at: 0, target: 1),
            ])
        #expect(arguments.seed == 12_345_678_901_234_567_890)
    }

    @Test func `in step is no pause between arrivals`() throws {
        #expect(try SwarmArguments(["--lockstep"])?.arrival == 0)
        #expect(try SwarmArguments(["--segment-duration", "4"])?.segmentDuration == 4)
    }

    @Test func `faults add up in the order in which they are named`() throws {
        let arguments = try #require(
            try SwarmArguments([
                "--kill-peer", "5", "--stop-cdn", "3:1.5", "--kill-peer", "9", "--kill-tracker",
                "7", "--slow-peer",
            ]))
        #expect(
            arguments.faults == [
                .killPeer(at: 5), .stopCDN(at: 3, seconds: 1.5), .killPeer(at: 9),
                .killTracker(at: 7), .slowPeer,
            ])
    }

    @Test func `a URL is the media of another origin`() throws {
        let arguments = try SwarmArguments(["--media", "https://example.com/a.m3u8"])
        #expect(arguments?.media == .url("https://example.com/a.m3u8"))
    }

    @Test(arguments: [
        (["--pears", "8"], "unknown option --pears"),
        (["--peers"], "--peers needs a value"),
        (["--json", "--seed", "1"], "--json needs a value"),
        (["--peers", "0"], "--peers needs a number from 1 to 200, not 0"),
        (["--peers", "2.5"], "--peers needs a whole number"),
        (["--peers", "many"], "--peers needs a number from 1 to 200, not many"),
        (["--speed", "nan"], "--speed needs a number from 0.1 to 100, not nan"),
        (["--duration", "-1"], "--duration needs a number from 1 to 86400, not -1"),
        (["--seed", "-1"], "--seed needs a whole number, not -1"),
        (["--media", "/no/such/folder"], "/no/such/folder is neither a folder nor an http URL"),
        (["--stop-cdn", "5"], "--stop-cdn needs START:SECONDS, not 5"),
        (["--stop-cdn", "5:x:3"], "--stop-cdn needs START:SECONDS, not 5:x:3"),
        (["--stop-cdn", "-5:3"], "--stop-cdn needs START:SECONDS, not -5:3"),
        (["--peers", "1", "--kill-peer", "2"], "--kill-peer: no viewer would be left"),
        (["--seek", "1:2"], "--seek needs VIEWER:START:TARGET, not 1:2"),
        (["--seek", "1.5:2:3"], "--seek needs VIEWER:START:TARGET, not 1.5:2:3"),
        (["--seek", "0:2:3"], "--seek needs VIEWER:START:TARGET, not 0:2:3"),
        (["--seek", "1:2:-3"], "--seek needs VIEWER:START:TARGET, not 1:2:-3"),
        (["--peers", "2", "--seek", "3:2:3"], "--seek: there is no viewer 3"),
        (["--live", "--seek", "1:2:3"], "--seek is for media that is there from the beginning"),
        (
            ["--media", "/", "--segment-duration", "4"],
            "--segment-duration is of the video that is made"
        ),
        (
            ["--live", "--media", "http://example.com/a.m3u8"],
            "--live publishes a folder; a URL is live or not by itself"
        ),
        (
            ["--media", "http://example.com/a.m3u8", "--stop-cdn", "5:3"],
            "--stop-cdn needs a CDN of ours, not a --media URL"
        ),
    ])
    func `what is wrong is said in a sentence`(_ words: [String], _ message: String) {
        #expect(throws: SwarmArguments.Problem(description: message)) {
            _ = try SwarmArguments(words)
        }
    }
}
