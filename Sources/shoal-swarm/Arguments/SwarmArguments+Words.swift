import Foundation

extension SwarmArguments {
    private static let times = 0.0...86_400

    /// Nil when help was asked for.
    init?(_ words: [String]) throws(Problem) {
        self.init()
        var rest = words[...]
        while let word = rest.popFirst() {
            switch word {
            case "--help", "-h": return nil
            case "--peers":
                let number = try Self.number(word, &rest, in: 1...200)
                guard let peers = Int(exactly: number) else {
                    throw Problem(description: "--peers needs a whole number")
                }
                self.peers = peers
            case "--media": media = try Self.media(try Self.value(word, &rest))
            case "--arrival": arrival = try Self.number(word, &rest, in: 0...600)
            case "--live": isLive = true
            case "--segment-duration":
                segmentDuration = try Self.number(word, &rest, in: 0.4...10)
            case "--lockstep": arrival = 0
            case "--speed": chosenSpeed = try Self.number(word, &rest, in: 0.1...100)
            case "--duration": duration = try Self.number(word, &rest, in: 1...86_400)
            case "--buffer": buffer = try Self.number(word, &rest, in: 1...600)
            case "--seek": seeks.append(try Self.seek(try Self.value(word, &rest)))
            case "--compare": compares = true
            case "--strict": isStrict = true
            case "--cdn-only": usesPeers = false
            case "--json": json = try Self.value(word, &rest)
            case "--logs": logs = try Self.value(word, &rest)
            case "--seed":
                let text = try Self.value(word, &rest)
                guard let seed = UInt64(text) else {
                    throw Problem(description: "--seed needs a whole number, not \(text)")
                }
                self.seed = seed
            case "--kill-peer":
                faults.append(.killPeer(at: try Self.number(word, &rest, in: Self.times)))
            case "--kill-tracker":
                faults.append(.killTracker(at: try Self.number(word, &rest, in: Self.times)))
            case "--stop-cdn": faults.append(try Self.outage(try Self.value(word, &rest)))
            case "--slow-peer": faults.append(.slowPeer)
            default: throw Problem(description: "unknown option \(word)")
            }
        }
        try check()
    }

    private func check() throws(Problem) {
        let killed = faults.count { if case .killPeer = $0 { true } else { false } }
        guard killed < peers else {
            throw Problem(description: "--kill-peer: no viewer would be left")
        }
        if let seek = seeks.first(where: { $0.viewer > peers }) {
            throw Problem(description: "--seek: there is no viewer \(seek.viewer)")
        }
        guard seeks.isEmpty || !isLive else {
            throw Problem(description: "--seek is for media that is there from the beginning")
        }
        if segmentDuration != 2, media != .generated {
            throw Problem(description: "--segment-duration is of the video that is made")
        }
        if isLive, case .url = media {
            throw Problem(description: "--live publishes a folder; a URL is live or not by itself")
        }
        let stopsCDN = faults.contains { if case .stopCDN = $0 { true } else { false } }
        if stopsCDN, case .url = media {
            throw Problem(description: "--stop-cdn needs a CDN of ours, not a --media URL")
        }
    }

    private static func value(
        _ option: String, _ rest: inout ArraySlice<String>
    ) throws(Problem) -> String {
        guard let value = rest.popFirst(), !value.hasPrefix("--") else {
            throw Problem(description: "\(option) needs a value")
        }
        return value
    }

    private static func number(
        _ option: String, _ rest: inout ArraySlice<String>, in range: ClosedRange<Double>
    ) throws(Problem) -> Double {
        let word = try value(option, &rest)
        guard let number = Double(word), range.contains(number) else {
            throw Problem(
                description:
                    "\(option) needs a number from \(text(range.lowerBound))"
                    + " to \(text(range.upperBound)), not \(word)")
        }
        return number
    }

    private static func text(_ number: Double) -> String {
        Int(exactly: number).map { "\($0)" } ?? "\(number)"
    }

    private static func media(_ text: String) throws(Problem) -> Media {
        if text.hasPrefix("http://") || text.hasPrefix("https://") { return .url(text) }
        var isFolder: ObjCBool = false
        let exists = unsafe FileManager.default.fileExists(atPath: text, isDirectory: &isFolder)
        guard exists, isFolder.boolValue else {
            throw Problem(description: "\(text) is neither a folder nor an http URL")
        }
        return .folder(text)
    }

    private static func seek(_ text: String) throws(Problem) -> Seek {
        let parts = numbers(text)
        guard parts.count == 3, let viewer = parts[0].flatMap({ Int(exactly: $0) }), viewer > 0,
            let at = parts[1], let target = parts[2], times.contains(at), times.contains(target)
        else {
            throw Problem(description: "--seek needs VIEWER:START:TARGET, not \(text)")
        }
        return Seek(viewer: viewer, at: at, target: target)
    }

    private static func numbers(_ text: String) -> [Double?] {
        text.split(separator: ":", omittingEmptySubsequences: false).map { Double($0) }
    }

    private static func outage(_ text: String) throws(Problem) -> Fault {
        let parts = numbers(text)
        guard parts.count == 2, let at = parts[0], let seconds = parts[1],
            times.contains(at), (0...600).contains(seconds)
        else {
            throw Problem(description: "--stop-cdn needs START:SECONDS, not \(text)")
        }
        return .stopCDN(at: at, seconds: seconds)
    }
}
