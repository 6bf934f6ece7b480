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

          --sdk-key KEY      the key that `shoal-tracker sdk-key` printed, or @FILE that holds it
          --edge             take part as an edge node: preferred by peers, first to fetch
          --loopback         let only peers on this machine connect
          --memory MIB       media kept in memory for each URL (default 256)
          --upload-limit KIB most KiB a second uploaded to peers for each URL (default: no limit)
          --interval S       seconds between statistics (default 10)
          --help             this text
        """

    var sdkKey = ""
    var urls: [URL] = []
    var configuration = P2PConfiguration()
    var interval = Duration.seconds(10)

    static func parse(_ words: [String]) throws -> Command {
        var arguments = NodeArguments()
        var rest = words[...]
        while let word = rest.popFirst() {
            switch word {
            case "--help", "-h": return .help
            case "--edge": arguments.configuration.role = .edge
            case "--loopback": arguments.configuration.peerInterface = .loopback
            case "--sdk-key": arguments.sdkKey = try key(try value(of: word, &rest))
            case "--memory":
                arguments.configuration.memoryBudget = try number(of: word, &rest) << 20
            case "--upload-limit":
                arguments.configuration.uploadLimit = try number(of: word, &rest) << 10
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
        return .run(arguments)
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
