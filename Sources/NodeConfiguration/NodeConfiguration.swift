package import Foundation

/// All that an operator decides about a node: what its file and its flags say, and defaults for the rest.
package struct NodeConfiguration: Hashable, Sendable {
    /// What the node is to its swarms.
    package enum Role: String, CaseIterable, Sendable {
        /// Takes and gives like a viewer's device.
        case viewer
        /// Preferred by peers, first to fetch, and trusted to attest.
        case edge
        /// An edge node for the sake of its attestations: it gives no media to peers.
        case attestor
        /// An edge node that stays after the last viewer.
        case seeder
        /// Serves players of its network and never uploads.
        case lanCache = "lan-cache"

        /// Whether peers on other machines may have media of it.
        package var uploads: Bool {
            switch self {
            case .viewer, .edge, .seeder: true
            case .attestor, .lanCache: false
            }
        }

        /// Whether it is one of the operator's nodes to peers and tracker.
        package var isEdge: Bool {
            switch self {
            case .edge, .attestor, .seeder: true
            case .viewer, .lanCache: false
            }
        }
    }

    /// Where peers may connect from.
    package enum Peers: String, CaseIterable, Sendable {
        case any
        case loopback
    }

    /// What a line of the log looks like.
    package enum LogFormat: String, CaseIterable, Sendable {
        case text
        case json
    }

    /// The key that `shoal-tracker sdk-key` printed.
    package var sdkKey: SecretText?
    package var role = Role.viewer
    package var peers = Peers.any
    /// Media that the node opens at its start and prints a URL of, for a player on this machine.
    package var urls: [URL] = []
    /// Where players of the sites connect to.
    package var listen: [ListenAddress] = []
    /// Connections of players at one time, on all addresses together.
    package var connections = 4_096
    /// What is served at `/NAME/…`, by that name.
    package var sites: [String: SiteConfiguration] = [:]
    package var accessLog = true
    package var logFormat = LogFormat.text
    /// Bytes of media kept in memory, of all contents together.
    package var memory = 1 << 30
    package var store: String?
    package var storeSize = 10 << 30
    package var storeDays = 7
    /// Bytes a second.
    package var uploadRate: Int?
    package var uploadPerDay: Int?
    package var uploadPerMonth: Int?
    package var uploadUsage: String?
    package var metered = false
    package var publisherKeys: [String] = []
    /// Web pages that may play what is in `urls`.
    package var pages: [String] = []
    package var grantCommand: String?
    /// The operator's listener, on this machine alone.
    package var admin: ListenAddress?
    /// How long answers that are under way may take once the node is to end.
    package var drain = Duration.seconds(30)
    /// Between two lines of statistics.
    package var interval = Duration.seconds(10)

    package init() {}

    /// What has to hold between keys.
    ///
    /// Throws `ConfigurationProblem`.
    package func check() throws(ConfigurationProblem) {
        guard sdkKey != nil else { throw ConfigurationProblem("sdkKey", "it is missing") }
        guard !urls.isEmpty || !sites.isEmpty else {
            throw ConfigurationProblem("", "there is no URL to play and no site to serve")
        }
        guard sites.isEmpty || !listen.isEmpty else {
            throw ConfigurationProblem("listen", "sites need an address to listen on")
        }
        guard listen.isEmpty || !sites.isEmpty else {
            throw ConfigurationProblem("listen", "nothing is served there without sites")
        }
        guard admin.map(\.isLoopback) ?? true else {
            throw ConfigurationProblem("admin", "it is a loopback address: 127.0.0.1 or [::1]")
        }
        let defaults = NodeConfiguration()
        guard store != nil || storeSize == defaults.storeSize && storeDays == defaults.storeDays
        else { throw ConfigurationProblem("storeSize", "storeSize and storeDays need store") }
        for (name, site) in sites.sorted(by: { $0.key < $1.key }) {
            do throws(ConfigurationProblem) {
                try site.check(named: name)
            } catch {
                throw error.under("sites.\(name)")
            }
        }
    }
}
