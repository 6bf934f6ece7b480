import Foundation
import Shoal

/// The command line of `shoal-node`.
struct NodeArguments {
    enum Command {
        case help
        case run(NodeArguments)
    }

    struct Problem: Error {
        let description: String
    }

    static let help = """
        usage: shoal-node --sdk-key KEY [options] URL...

        Runs the engine for each media URL and prints the URL to give to a player. It goes on until
        SIGINT or SIGTERM, and prints statistics meanwhile.

          --sdk-key KEY          the key that `shoal-tracker sdk-key` printed, or @FILE that holds it
          --edge                 take part as an edge node: preferred by peers, first to fetch
          --loopback             let only peers on this machine connect
          --publisher-key KEY    share what lists say that this publisher has signed (`shoal-sign`); may
                                 be repeated
          --page ORIGIN          a web page at https://player.example may play; may be repeated
          --grant-command CMD    a shell command that prints a grant, for trackers that ask for one; it
                                 finds what for in SHOAL_CLIENT_KEY, SHOAL_SWARM and SHOAL_BUNDLE
          --memory MIB           media kept in memory for each URL (default 256)
          --store FOLDER         keep segments there, so that a node that starts again has them
          --store-size SIZE      500MB, 2GB or 2GiB of media at most (default 10GiB)
          --store-days DAYS      keep nothing for longer (default 7)
          --interval S           seconds between statistics (default 10)
          --help                 this text

        Uploads to peers are not limited unless one of these says so, for all URLs together:

          --upload-rate RATE     20M or 20Mbit is 20 million bits a second, 2.5MB is bytes
          --upload-per-day SIZE  500MB, 2GB or 2GiB; the day begins at 00:00 UTC
          --upload-per-month SIZE  the same for the month of the UTC calendar
          --upload-usage FILE    keep the count of uploaded bytes there, so that the caps hold over
                                 several runs; no two nodes may share a file
          --metered              the network is paid by the byte: upload nothing
        """

    var sdkKey = ""
    var urls: [URL] = []
    var configuration = P2PConfiguration()
    var options = P2PPlaybackOptions()
    var interval = Duration.seconds(10)
    var grantCommand: GrantCommand?
    private var storeSize: Int?
    private var storeDays: Int?

    static func parse(_ words: [String]) throws -> Command {
        var arguments = NodeArguments()
        var rest = words[...]
        while let word = rest.popFirst() {
            switch word {
            case "--help", "-h": return .help
            case "--edge": arguments.configuration.role = .edge
            case "--loopback": arguments.configuration.peerInterface = .loopback
            case "--page":
                arguments.configuration.allowedOrigins.insert(try value(of: word, &rest))
            case "--publisher-key":
                arguments.options.publisherKeys.append(try value(of: word, &rest))
            case "--sdk-key": arguments.sdkKey = try key(try value(of: word, &rest))
            case "--grant-command":
                arguments.grantCommand = GrantCommand(text: try value(of: word, &rest))
            case "--memory":
                arguments.configuration.memoryBudget = try number(of: word, &rest) << 20
            case "--store":
                arguments.configuration.store = P2PStoreOptions(
                    folder: URL(fileURLWithPath: try value(of: word, &rest)))
            case "--store-size":
                arguments.storeSize = try size(of: word, &rest, "500MB or 2GiB", DataSize.bytes)
            case "--store-days": arguments.storeDays = try number(of: word, &rest)
            case "--upload-rate":
                arguments.configuration.uploadLimit = try size(
                    of: word, &rest, "20M or 2.5MB", DataSize.bytesPerSecond)
            case "--upload-per-day":
                arguments.configuration.uploadBytesPerDay = try size(
                    of: word, &rest, "500MB or 2GiB", DataSize.bytes)
            case "--upload-per-month":
                arguments.configuration.uploadBytesPerMonth = try size(
                    of: word, &rest, "500MB or 2GiB", DataSize.bytes)
            case "--upload-usage":
                arguments.configuration.uploadUsageFile = URL(
                    fileURLWithPath: try value(of: word, &rest))
            case "--metered": arguments.configuration.isNetworkMetered = true
            case "--interval": arguments.interval = .seconds(try number(of: word, &rest))
            case let option where option.hasPrefix("-"):
                throw Problem(description: "unknown option \(option)")
            case let text:
                guard let url = URL(string: text) else {
                    throw Problem(description: "\(text) is not a URL")
                }
                arguments.urls.append(url)
            }
        }
        guard !arguments.sdkKey.isEmpty else { throw Problem(description: "--sdk-key is missing") }
        guard !arguments.urls.isEmpty else { throw Problem(description: "no URL to play") }
        try arguments.limitStore()
        return .run(arguments)
    }

    /// In whatever order the options came.
    private mutating func limitStore() throws {
        guard storeSize == nil && storeDays == nil || configuration.store != nil else {
            throw Problem(description: "--store-size and --store-days need --store")
        }
        if let storeSize { configuration.store?.maxBytes = storeSize }
        if let storeDays { configuration.store?.maxAge = storeDays * 86_400 }
    }

    private static func value(of option: String, _ rest: inout ArraySlice<String>) throws -> String
    {
        guard let value = rest.popFirst() else {
            throw Problem(description: "\(option) needs a value")
        }
        return value
    }

    private static func number(of option: String, _ rest: inout ArraySlice<String>) throws -> Int {
        let text = try value(of: option, &rest)
        guard let number = Int(text), (1...1_000_000).contains(number) else {
            throw Problem(description: "\(option) needs a number from 1 to 1000000, not \(text)")
        }
        return number
    }

    private static func size(
        of option: String, _ rest: inout ArraySlice<String>, _ example: String,
        _ parse: (String) -> Int?
    ) throws -> Int {
        let text = try value(of: option, &rest)
        guard let size = parse(text) else {
            throw Problem(description: "\(option) needs a size like \(example), not \(text)")
        }
        return size
    }

    /// A key on the command line is seen by every user of the machine; a file need not be.
    private static func key(_ text: String) throws -> String {
        guard text.hasPrefix("@") else { return text }
        do {
            return try String(contentsOfFile: String(text.dropFirst()), encoding: .utf8)
        } catch {
            throw Problem(description: "cannot read the key file \(text.dropFirst())")
        }
    }
}
