import SwarmSimulation

/// What is simulated and what is made of it, as the command line says.
struct SimulatorArguments {
    /// Bytes; the simulator keeps a segment's chunks in one word.
    private static let largestSegment = Double(2 << 20)

    let kind: SimulationPlan.Kind
    var viewers = 100
    var degree = 30
    /// In bitrates.
    var upload = 2.0
    var edges = 0
    /// Nil for what suits the rest.
    var owners: Int?
    var seed: UInt64 = 1
    /// A share of the film, or nil for the plan's own.
    var prefetch: Double?
    var seeding = 0.0
    var slow = 0.0
    var hostile = 0.0
    var hostileKinds = HostileKind.allCases
    var seeks = 0.0
    var quits = 0.0
    var arrivals: ArrivalChoice?
    /// Seconds from the start of the run, and how many.
    var outage: (at: Double, seconds: Double)?
    /// Seconds of virtual time, or nil for what suits the rest.
    var duration: Double?
    var warmUp: Double?
    /// Seconds.
    var film = 1_200.0
    /// Megabits a second.
    var bitrate: Double?
    /// Seconds.
    var segment = 4.0
    /// The first one is what is asked about; the others are compared with it.
    var policies = SimulationPolicy.allCases
    var plot: String?
    var printsJSON = false
    var requirements: [Requirement] = []

    /// Nil when help was asked for.
    init?(_ words: [String]) throws(WordReader.Problem) {
        guard !words.contains("--help"), !words.contains("-h") else { return nil }
        var reader = WordReader(words)
        switch reader.next() {
        case "live": kind = .live
        case "vod": kind = .vod
        case let word: throw WordReader.Problem("live or vod has to come first\(Self.not(word))")
        }
        while let word = reader.next() {
            if try takeSwarm(word, &reader) { continue }
            if try takeOutput(word, &reader) { continue }
            throw WordReader.Problem("unknown option \(word)")
        }
        try check()
    }

    private static func not(_ word: String?) -> String {
        word.map { ", not \($0)" } ?? ""
    }

    /// Options that say what is simulated; false for any other.
    private mutating func takeSwarm(
        _ word: String, _ reader: inout WordReader
    ) throws(WordReader.Problem) -> Bool {
        let share = 0.0...1.0
        let perHour = 0.0...1_000.0
        let seconds = 1.0...604_800.0
        switch word {
        case "--viewers": viewers = try reader.whole(of: word, in: 1...1_000_000)
        case "--degree": degree = try reader.whole(of: word, in: 1...1_000)
        case "--upload": upload = try reader.number(of: word, in: 0...1_000)
        case "--edges": edges = try reader.whole(of: word, in: 0...100)
        case "--owners": owners = try reader.whole(of: word, in: 1...10)
        case "--prefetch": prefetch = try reader.number(of: word, in: share)
        case "--seeding": seeding = try reader.number(of: word, in: 0...100)
        case "--slow": slow = try reader.number(of: word, in: share)
        case "--hostile": hostile = try reader.number(of: word, in: share)
        case "--hostile-kinds": hostileKinds = try Self.kinds(try reader.value(of: word))
        case "--seeks": seeks = try reader.number(of: word, in: perHour)
        case "--quits": quits = try reader.number(of: word, in: perHour)
        case "--arrivals": arrivals = try ArrivalChoice(try reader.value(of: word))
        case "--outage": outage = try Self.outage(try reader.value(of: word))
        case "--duration": duration = try reader.number(of: word, in: seconds)
        case "--warm-up": warmUp = try reader.number(of: word, in: 0...604_800)
        case "--film": film = try reader.number(of: word, in: seconds)
        case "--bitrate": bitrate = try reader.number(of: word, in: 0.01...1_000)
        case "--segment": segment = try reader.number(of: word, in: 0.5...60)
        case "--seed":
            let text = try reader.value(of: word)
            guard let seed = UInt64(text) else {
                throw WordReader.Problem("--seed needs a whole number, not \(text)")
            }
            self.seed = seed
        default: return false
        }
        return true
    }

    /// Options that say what becomes of it; false for any other.
    private mutating func takeOutput(
        _ word: String, _ reader: inout WordReader
    ) throws(WordReader.Problem) -> Bool {
        switch word {
        case "--policies": policies = try Self.policies(try reader.value(of: word))
        case "--plot": plot = try reader.value(of: word)
        case "--json": printsJSON = true
        case "--require": requirements.append(try Requirement(try reader.value(of: word)))
        default: return false
        }
        return true
    }

    private func check() throws(WordReader.Problem) {
        guard slow + hostile <= 1 else {
            throw WordReader.Problem("--slow and --hostile are more than all viewers")
        }
        guard Double(plan.bitrate) / 8 * segment <= Self.largestSegment else {
            throw WordReader.Problem("--bitrate and --segment make segments of more than 2 MiB")
        }
        if let duration, let warmUp, warmUp >= duration {
            throw WordReader.Problem("--warm-up leaves nothing of --duration")
        }
        let needsCDN = requirements.contains { $0.measure == .stall }
        guard !needsCDN || policies.contains(.cdnOnly) else {
            throw WordReader.Problem(
                "--require stall compares with cdn-only: name it in --policies")
        }
        let needsClean = requirements.contains { $0.measure == .kept }
        guard !needsClean || hostile > 0 else {
            throw WordReader.Problem("--require kept compares with no --hostile viewers: name some")
        }
    }

    private static func kinds(_ text: String) throws(WordReader.Problem) -> [HostileKind] {
        var kinds: [HostileKind] = []
        for name in text.split(separator: ",", omittingEmptySubsequences: false) {
            guard let kind = HostileKind.allCases.first(where: { $0.word == name }) else {
                let names = HostileKind.allCases.map(\.word).joined(separator: ", ")
                throw WordReader.Problem("--hostile-kinds needs some of \(names), not \(name)")
            }
            kinds.append(kind)
        }
        return kinds
    }

    private static func policies(_ text: String) throws(WordReader.Problem) -> [SimulationPolicy] {
        var policies: [SimulationPolicy] = []
        for name in text.split(separator: ",", omittingEmptySubsequences: false) {
            guard let policy = SimulationPolicy.allCases.first(where: { $0.word == name }) else {
                let names = SimulationPolicy.allCases.map(\.word).joined(separator: ", ")
                throw WordReader.Problem("--policies needs some of \(names), not \(name)")
            }
            guard !policies.contains(policy) else {
                throw WordReader.Problem("--policies names \(name) twice")
            }
            policies.append(policy)
        }
        return policies
    }

    private static func outage(
        _ text: String
    ) throws(WordReader.Problem) -> (at: Double, seconds: Double) {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 2 else {
            throw WordReader.Problem("--outage needs START:SECONDS, not \(text)")
        }
        return (
            at: try WordReader.number(parts[0], of: "--outage", in: 0...604_800),
            seconds: try WordReader.number(parts[1], of: "--outage", in: 0...86_400)
        )
    }
}
