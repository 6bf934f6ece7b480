extension NodeConfiguration {
    /// Of the object of sites, which has keys of its own.
    static let sitesKey = "sites"

    static let keys: [ConfigurationKey<NodeConfiguration>] = [
        ConfigurationKey(
            "sdkKey", \.sdkKey, ValueCodec.secret.optional,
            "the key that `shoal-tracker sdk-key` printed, or @FILE that holds it"),
        ConfigurationKey(
            "role", \.role, .choice,
            "viewer; edge: preferred by peers, first to fetch; attestor: an edge that uploads nothing;"
                + " seeder: an edge that keeps contents open; lan-cache: for players, never uploads"
        ),
        ConfigurationKey(
            "peers", \.peers, .choice, "any, or loopback: only peers on this machine connect"),
        ConfigurationKey(
            "urls", \.urls, ValueCodec.url.list, flag: "url",
            "media to open at the start; the URL to play is printed"),
        ConfigurationKey(
            "listen", \.listen, ValueCodec.address.list,
            "where players of the sites connect to: 0.0.0.0:8080 or [::]:8080"),
        ConfigurationKey(
            "connections", \.connections, .whole(1...100_000),
            "connections of players at one time"),
        ConfigurationKey(
            "accessLog", \.accessLog, .flag, change: .takesEffect,
            "a line for each request to a site"),
        ConfigurationKey(
            "logFormat", \.logFormat, .choice,
            "text: names and values, or json: each line an object with the time"),
        ConfigurationKey(
            "memory", \.memory, .size(unit: 1 << 20),
            "media kept in memory, of all contents together; a bare number is MiB"),
        ConfigurationKey(
            "store", \.store, ValueCodec.text.optional,
            "a folder for segments, so that a node that starts again has them"),
        ConfigurationKey(
            "storeSize", \.storeSize, .size(), "500MB, 2GB or 2GiB of media at most"),
        ConfigurationKey(
            "storeDays", \.storeDays, .whole(1...36_500), "days after which nothing is kept"),
        ConfigurationKey(
            "uploadRate", \.uploadRate, ValueCodec.rate.optional, change: .takesEffect,
            "most that is uploaded to peers: 20M is 20 million bits a second, 2.5MB is bytes"),
        ConfigurationKey(
            "uploadPerDay", \.uploadPerDay, ValueCodec<Int>.size().optional,
            "most that is uploaded on one day, which begins at 00:00 UTC"),
        ConfigurationKey(
            "uploadPerMonth", \.uploadPerMonth, ValueCodec<Int>.size().optional,
            "the same for the month of the UTC calendar"),
        ConfigurationKey(
            "uploadUsage", \.uploadUsage, ValueCodec.text.optional,
            "a file that counts uploads over several runs; no two nodes may share one"),
        ConfigurationKey(
            "metered", \.metered, .flag, change: .takesEffect,
            "the network is paid by the byte: upload nothing"),
        ConfigurationKey(
            "publisherKeys", \.publisherKeys, ValueCodec.text.list, flag: "publisher-key",
            "who may say what the segments of `urls` are (shoal-sign)"),
        ConfigurationKey(
            "pages", \.pages, ValueCodec.text.list, flag: "page",
            "web pages that may play what is in `urls`: https://player.example"),
        ConfigurationKey(
            "grantCommand", \.grantCommand, ValueCodec.text.optional,
            "a shell command that prints a grant; SHOAL_CLIENT_KEY, SHOAL_SWARM and SHOAL_BUNDLE say"
                + " what for"),
        ConfigurationKey(
            "admin", \.admin, ValueCodec.address.optional,
            "the operator's listener, on a loopback address: 127.0.0.1:7402 has a dashboard, /healthz,"
                + " /readyz, /metrics, /debug/status"),
        ConfigurationKey(
            "drain", \.drain, .seconds(1...86_400), change: .takesEffect,
            "seconds that answers under way may take at the end"),
        ConfigurationKey(
            "interval", \.interval, .seconds(1...1_000_000), "seconds between statistics"),
    ]
}
