/// The MPDs of the corpus that the player reads at the origin, by reason.
enum DASHRefusals {
    static let byReason: [String: Set<String>] = [
        "not well-formed": [
            "dash-mpd-rs/tests/fixtures/incomplete.mpd",
            "eyevinn-dash-mpd/mpd/testdata/go-dash-fixtures/invalid.mpd",
            "livesim2/cmd/livesim2/app/testdata/assets/testpic_2s/Manifest.mpd",
            "livesim2/cmd/livesim2/app/testdata/assets/testpic_2s/Manifest_endNumber.mpd",
            "shaka-player-inline/dash_parser_live_unit-001.mpd",
            "shaka-player-inline/dash_parser_manifest_unit-019.mpd",
            "shaka-player-inline/dash_parser_manifest_unit-033.mpd",
            "shaka-player-inline/dash_parser_manifest_unit-074.mpd",
            "shaka-player-inline/dash_parser_manifest_unit-078.mpd",
            "shaka-player-inline/dash_parser_manifest_unit-080.mpd",
            "shaka-player-inline/dash_parser_manifest_unit-082.mpd",
            "shaka-player-inline/dash_parser_manifest_unit-087.mpd",
            "shaka-player-inline/dash_parser_manifest_unit-088.mpd",
        ],
        "the player adds parameters to what it asks for (urn:mpeg:dash:urlparam)": [
            "eyevinn-dash-mpd/mpd/testdata/livesim/urlparams.mpd",
            "eyevinn-dash-mpd/mpd/testdata/schema-mpds/example_G28-1.mpd",
            "eyevinn-dash-mpd/mpd/testdata/schema-mpds/example_G28-2.mpd",
            "eyevinn-dash-mpd/mpd/testdata/schema-mpds/example_G28-4.mpd",
            "eyevinn-dash-mpd/mpd/testdata/schema-mpds/example_G29-1.mpd",
            "shaka-player-inline/dash_parser_manifest_unit-027.mpd",
            "shaka-player-inline/dash_parser_manifest_unit-077.mpd",
            "shaka-player-inline/dash_parser_manifest_unit-079.mpd",
            "shaka-player-inline/dash_parser_manifest_unit-086.mpd",
            "shaka-player-inline/dash_parser_manifest_unit-090.mpd",
            "shaka-player-inline/dash_parser_manifest_unit-091.mpd",
            "shaka-player-inline/dash_parser_manifest_unit-092.mpd",
            "shaka-player-inline/dash_parser_manifest_unit-093.mpd",
            "shaka-player-inline/dash_parser_manifest_unit-094.mpd",
            "shaka-player-inline/dash_parser_manifest_unit-111.mpd",
        ],
    ]

    static let all = byReason.values.reduce(into: Set<String>()) { $0.formUnion($1) }
}
