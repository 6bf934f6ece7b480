import Foundation

/// What one run is made of, as the command line says.
struct SwarmArguments: Sendable {
    enum Media: Sendable, Equatable {
        /// A minute of test picture, made by ffmpeg.
        case generated
        /// A folder that holds `master.m3u8` or another playlist.
        case folder(String)
        /// A playlist of somebody else's origin.
        case url(String)
    }

    enum Fault: Sendable, Equatable {
        case killPeer(at: Double)
        case killTracker(at: Double)
        case stopCDN(at: Double, seconds: Double)
        /// The first viewer uploads at no more than `slowUpload`.
        case slowPeer
    }

    /// Bytes a second.
    static let slowUpload = 16 << 10

    var peers = 8
    var media = Media.generated
    /// Seconds between two arrivals.
    var arrival = 1.0
    /// Media seconds per second.
    var speed = 3.0
    /// Media seconds to play, or nil for all.
    var duration: Double?
    /// Media seconds that a viewer tries to hold ahead.
    var buffer = 20.0
    var faults: [Fault] = []
    var json: String?
    /// A folder in which the logs of all processes stay.
    var logs: String?
    var seed: UInt64 = 1
    var usesPeers = true

    static let help = """
        usage: shoal-swarm [options]

        Runs a tracker, an nginx that serves as the CDN, and a number of viewers on this machine, each
        a process of its own: an engine, and a player without a screen that plays its playbackUrl and
        holds every byte against the origin's. Viewers stay and upload until the last one is done.

          --peers N            viewers (default 8)
          --media PATH|URL     a folder with a playlist (master.m3u8, index.m3u8 or any .m3u8), or the
                               URL of one; its best variant is played, to the end, and has to have one
                               (default: a video of one minute in two renditions, made by ffmpeg)
          --arrival S          seconds between two arrivals, half to one and a half (default 1)
          --speed X            media seconds played per second (default 3)
          --duration S         media seconds to play (default: all)
          --buffer S           media seconds that a viewer holds ahead (default 20)
          --cdn-only           switch the exchange off, for comparison
          --json FILE          write the report as JSON
          --logs FOLDER        keep the logs of all processes there
          --seed N             seed of arrivals and of who is killed (default 1)

        Faults, in seconds from the first arrival; they may be repeated:
          --kill-peer S        kill a viewer's process
          --kill-tracker S     kill the tracker
          --stop-cdn S:D       stop the CDN for D seconds
          --slow-peer          the first viewer uploads at 16 KiB a second

          --help               this text

        Exit status: 0 every viewer finished, every byte was right and every fault took place,
        1 not so, or the run could not start, 64 wrong usage, 130 stopped by a signal.
        """

    struct Problem: Error, Equatable {
        let description: String
    }

    /// Nil when help was asked for.
    init?(_ words: [String]) throws(Problem) {
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
            case "--speed": speed = try Self.number(word, &rest, in: 0.1...100)
            case "--duration": duration = try Self.number(word, &rest, in: 1...86_400)
            case "--buffer": buffer = try Self.number(word, &rest, in: 1...600)
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
                faults.append(.killPeer(at: try Self.number(word, &rest, in: 0...86_400)))
            case "--kill-tracker":
                faults.append(.killTracker(at: try Self.number(word, &rest, in: 0...86_400)))
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

    private static func outage(_ text: String) throws(Problem) -> Fault {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false).map { Double($0) }
        guard parts.count == 2, let at = parts[0], let seconds = parts[1],
            (0...86_400).contains(at), (0...600).contains(seconds)
        else {
            throw Problem(description: "--stop-cdn needs START:SECONDS, not \(text)")
        }
        return .stopCDN(at: at, seconds: seconds)
    }
}
