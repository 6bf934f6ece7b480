import Primitives
import SwarmSimulation
import Testing

@testable import SwarmSimulator

@Suite struct SimulatorArgumentsTests {
    @Test(arguments: [["--help"], ["-h"], ["live", "--help"], ["live", "--viewers", "-h"]])
    func `help is no run`(_ words: [String]) throws {
        #expect(try SimulatorArguments(words) == nil)
    }

    @Test func `a broadcast of which nothing is said is the library's own`() throws {
        let arguments = try #require(try SimulatorArguments(["live"]))
        #expect(arguments.plan == .live(viewers: 100))
        #expect(arguments.policies == SimulationPolicy.allCases)
        #expect(arguments.requirements == [])
        #expect(!arguments.printsJSON)
    }

    @Test func `a film of which nothing is said is the library's own`() throws {
        #expect(try SimulatorArguments(["vod"])?.plan == .vod(viewers: 100))
    }

    @Test func `every option reaches the plan`() throws {
        let words = """
            vod --viewers 20 --degree 7 --upload 0.5 --edges 2 --owners 3 --seed \
            12345678901234567890 --prefetch 0.4 --seeding 0.1 --slow 0.3 --hostile 0.2 \
            --hostile-kinds on-off-1,replay --seeks 6 --quits 2 --arrivals apart:3 --outage 30:5 --duration 900 --warm-up 60 --film 600 \
            --bitrate 2 --segment 6
            """
        let plan = try #require(
            try SimulatorArguments(words.split(separator: " ").map(String.init))
        )
        .plan
        var expected = SimulationPlan(
            kind: .vod, viewers: 20, duration: .seconds(900), warmUp: .seconds(60),
            arrivals: .staggered(by: .seconds(3)))
        expected.degree = 7
        expected.uploadRatio = 0.5
        expected.edges = 2
        expected.owners = 3
        expected.seed = 12_345_678_901_234_567_890
        expected.prefetch = 0.4
        expected.seeding = 0.1
        expected.slowFraction = 0.3
        expected.hostileFraction = 0.2
        expected.hostileKinds = [.onOff1, .replay]
        expected.asksNotary = true
        expected.seeksPerHour = 6
        expected.quitsPerHour = 2
        expected.incidents = [Incident(at: .seconds(30), .outage(.seconds(5)))]
        expected.filmDuration = .seconds(600)
        expected.bitrate = 2_000_000
        expected.segmentDuration = .seconds(6)
        #expect(plan == expected)
    }

    @Test func `among hostile viewers the notary asks for three, and without for one`() throws {
        #expect(try SimulatorArguments(["live", "--hostile", "0.1"])?.plan.owners == 3)
        let words = ["live", "--hostile", "0.1", "--owners", "5"]
        #expect(try SimulatorArguments(words)?.plan.owners == 5)
        #expect(try SimulatorArguments(["live"])?.plan.owners == 1)
        #expect(try SimulatorArguments(["live"])?.plan.asksNotary == false)
    }

    @Test func `every kind of hostile viewer has a word of its own, which the help names`() throws {
        let words = HostileKind.allCases.map(\.word)
        #expect(Set(words).count == words.count)
        let help = SimulatorArguments.help
        for word in words {
            #expect(help.contains(word))
            let plan = try SimulatorArguments(["live", "--hostile-kinds", word])?.plan
            #expect(plan?.hostileKinds.map(\.word) == [word])
        }
    }

    @Test func `what becomes of it`() throws {
        let arguments = try #require(
            try SimulatorArguments([
                "live", "--policies", "uniform-choice,cdn-only", "--plot", "a.svg", "--json",
                "--require", "stall=0", "--require", "offload=0.998",
            ]))
        #expect(arguments.policies == [.uniformChoice, .cdnOnly])
        #expect(arguments.plot == "a.svg")
        #expect(arguments.printsJSON)
        #expect(arguments.requirements == [try .init("stall=0"), try .init("offload=0.998")])
    }

    @Test(arguments: [
        ("live --duration 60", 60, 30), ("live --duration 1000", 1_000, 90),
        ("vod --film 60", 240, 60), ("vod --film 60 --duration 100", 100, 50),
        ("vod --film 60 --duration 100 --warm-up 7", 100, 7),
        ("vod --film 60 --arrivals together", 90, 0),
        ("vod --film 60 --arrivals flash:20", 110, 0),
        ("vod --film 60 --viewers 8 --arrivals apart:2 --seeding 0.5", 136, 0),
    ])
    func `a run is as long as its arrivals need, and counts from when they are there`(
        _ words: String, _ duration: Int, _ warmUp: Int
    ) throws {
        let arguments = try SimulatorArguments(words.split(separator: " ").map(String.init))
        #expect(arguments?.plan.duration == .seconds(duration))
        #expect(arguments?.plan.warmUp == .seconds(warmUp))
    }

    @Test(arguments: [
        ("live --viewers 60 --arrivals poisson", Arrivals.poisson(perSecond: 0.1)),
        ("vod --viewers 60 --film 600", .poisson(perSecond: 0.1)),
        ("vod --arrivals together", .lockstep),
        ("live --arrivals flash:5", .flashCrowd(over: .seconds(5))),
    ])
    func `viewers come`(_ words: String, _ arrivals: Arrivals) throws {
        let arguments = try SimulatorArguments(words.split(separator: " ").map(String.init))
        #expect(arguments?.plan.arrivals == arrivals)
    }

    @Test(arguments: [
        ("", "live or vod has to come first"),
        ("film", "live or vod has to come first, not film"),
        ("live vod", "unknown option vod"),
        ("live --fast", "unknown option --fast"),
        ("live --viewers", "--viewers needs a value"),
        ("live --viewers --json", "--viewers needs a value"),
        ("live --viewers 0", "--viewers needs a whole number from 1 to 1000000, not 0"),
        ("live --viewers 2.5", "--viewers needs a whole number from 1 to 1000000, not 2.5"),
        ("live --upload -1", "--upload needs a number from 0 to 1000, not -1"),
        ("live --upload nan", "--upload needs a number from 0 to 1000, not nan"),
        ("live --slow 30", "--slow needs a number from 0 to 1, not 30"),
        ("live --seed -1", "--seed needs a whole number, not -1"),
        ("live --slow 0.6 --hostile 0.6", "--slow and --hostile are more than all viewers"),
        (
            "live --require kept=0.6",
            "--require kept compares with no --hostile viewers: name some"
        ),
        (
            "live --arrivals soon",
            "--arrivals needs poisson, flash:S, together or apart:S, not soon"
        ),
        (
            "live --arrivals flash",
            "--arrivals needs poisson, flash:S, together or apart:S, not flash"
        ),
        ("live --arrivals apart:x", "--arrivals needs a number from 0 to 86,400, not x"),
        ("live --outage 5", "--outage needs START:SECONDS, not 5"),
        ("live --bitrate 40", "--bitrate and --segment make segments of more than 2 MiB"),
        ("live --segment 20", "--bitrate and --segment make segments of more than 2 MiB"),
        ("live --duration 60 --warm-up 60", "--warm-up leaves nothing of --duration"),
        ("live --duration 60 --warm-up 90", "--warm-up leaves nothing of --duration"),
        (
            "live --policies swarm-wide,best",
            "--policies needs some of swarm-wide, cdn-only, neighbour-local, uniform-choice, not best"
        ),
        ("live --policies cdn-only,cdn-only", "--policies names cdn-only twice"),
        (
            "live --policies swarm-wide --require stall=0",
            "--require stall compares with cdn-only: name it in --policies"
        ),
        ("live --require offload=2", "--require offload needs a number from 0 to 1, not 2"),
        (
            "live --require luck=1",
            "--require needs NAME=LIMIT with a NAME of offload, gap, copies, stall, upload, "
                + "duplicates, hops, wrong, bans, waste, kept, not luck=1"
        ),
    ])
    func `what is wrong is named`(_ words: String, _ problem: String) {
        #expect(throws: WordReader.Problem(problem)) {
            try SimulatorArguments(words.split(separator: " ").map(String.init))
        }
    }

    @Test func `help names every option that is known`() throws {
        let help = SimulatorArguments.help
        let named = Set(help.matches(of: /--[a-z][a-z-]*/).map { String($0.output) })
        for option in named.subtracting(["--help"]) {
            #expect(throws: WordReader.Problem("\(option) needs a value")) {
                guard try SimulatorArguments(["live", option]) == nil else {
                    // An option without a value, which takes none.
                    #expect(option == "--json")
                    throw WordReader.Problem("\(option) needs a value")
                }
            }
        }
        for measure in Requirement.Measure.allCases {
            #expect(help.contains("  \(measure.rawValue)="))
        }
        for policy in SimulationPolicy.allCases { #expect(help.contains(policy.word)) }
        #expect(help.split(separator: "\n").allSatisfy { $0.count <= 100 })
    }
}
