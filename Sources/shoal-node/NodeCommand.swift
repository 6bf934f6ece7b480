import Foundation
import NodeConfiguration

/// What the command line asks for.
enum NodeCommand {
    case help
    case version
    case printConfiguration(NodeConfiguration)
    case checkConfiguration(NodeConfiguration)
    case probe(URL, NodeConfiguration)
    case statistics(StatusQuestion)
    case run(NodeConfiguration, Source)

    /// Where a configuration was read from, so that it can be read again.
    struct Source: Sendable {
        let words: [String]

        func read() throws(ConfigurationProblem) -> NodeConfiguration {
            try NodeCommand.configuration(words)
        }
    }

    static let usage = """
        usage: shoal-node [run] [--config FILE] [flags] [URL...]
               shoal-node check-config [--config FILE] [flags]
               shoal-node probe [--config FILE] [flags] URL
               shoal-node stats [--config FILE | --admin ADDRESS] [--json] [--watch]
               shoal-node --print-config [--config FILE] [flags]

        Runs the engine: serves the sites of its configuration to players, and prints for each URL the URL
        to give to a player on this machine. It goes on until SIGINT or SIGTERM, and prints statistics
        meanwhile. `probe` shows what would be made of a manifest, `stats` how a node is that
        runs and has a listener for its operator. The file is JSON5, of the keys that --print-config
        shows; flags count more than it.

          --config FILE   the configuration file
          --version       the version
          --help          this text
          --json          of stats: what /debug/status says, as it is
          --watch         of stats: every two seconds
          --edge          the same as --role edge
          --loopback      the same as --peers loopback

        """

    /// Throws `ConfigurationProblem`.
    static func parse(_ words: [String]) throws(ConfigurationProblem) -> NodeCommand {
        if words.contains("--help") || words.contains("-h") { return .help }
        if words.contains("--version") { return .version }
        switch words.first {
        case "check-config":
            let configuration = try configuration(Array(words.dropFirst()))
            try check(configuration)
            return .checkConfiguration(configuration)
        case "probe":
            let configuration = try configuration(Array(words.dropFirst()))
            guard configuration.urls.count == 1, let url = configuration.urls.first else {
                throw ConfigurationProblem("probe", "it needs one URL")
            }
            return .probe(url, configuration)
        case "stats":
            let own: Set = [StatusQuestion.jsonFlag, StatusQuestion.watchFlag]
            let rest = words.dropFirst().filter { !own.contains($0) }
            let configuration = try configuration(rest)
            return .statistics(
                try StatusQuestion(configuration, flags: own.intersection(words)))
        case let word:
            let source = Source(words: word == "run" ? Array(words.dropFirst()) : words)
            let printsOnly = source.words.contains("--print-config")
            let configuration = try source.read()
            if printsOnly { return .printConfiguration(configuration) }
            try check(configuration)
            return .run(configuration, source)
        }
    }

    /// The file's values, and what the flags say over them.
    private static func configuration(
        _ words: [String]
    ) throws(ConfigurationProblem) -> NodeConfiguration {
        var words = words.filter { $0 != "--print-config" }
        var configuration = NodeConfiguration()
        if let place = words.firstIndex(of: "--config") {
            guard place + 1 < words.count else {
                throw ConfigurationProblem("--config", "it needs a file")
            }
            configuration = try NodeConfiguration.read(from: words[place + 1])
            words.removeSubrange(place...place + 1)
        }
        try configuration.apply(flags: words)
        return configuration
    }

    /// Secrets are read as well: a file of one that cannot be is found now.
    private static func check(
        _ configuration: NodeConfiguration
    ) throws(ConfigurationProblem) {
        try configuration.check()
        do throws(ConfigurationProblem) {
            _ = try configuration.sdkKey?.reveal()
        } catch {
            throw ConfigurationProblem("sdkKey", error.reason)
        }
        for (name, site) in configuration.sites.sorted(by: { $0.key < $1.key }) {
            for (header, secret) in site.headers {
                do throws(ConfigurationProblem) {
                    _ = try secret.reveal()
                } catch {
                    throw ConfigurationProblem("sites.\(name).headers.\(header)", error.reason)
                }
            }
        }
    }
}
