/// Where we see something else in a playlist than the oracle does, and why.
enum OracleDisagreements {
    static let byReason: [String: Set<String>] = [
        "The oracle does not substitute variables; we do where they are defined.": [
            "carlanton-m3u8-parser/src/test/resources/media/media-variables.m3u8",
            "carlanton-m3u8-parser/src/test/resources/multivariant/multivariant-variables.m3u8",
            "eyevinn-hls-m3u8/m3u8/sample-playlists/media-playlist-with-defines.m3u8",
            "hls.js/playlists/error-controller-010.m3u8",
            "hls.js/playlists/error-controller-013.m3u8",
            "hls.js/playlists/m3u8-parser-069.m3u8",
            "hls.js/playlists/m3u8-parser-070.m3u8",
            "hls.js/playlists/m3u8-parser-072.m3u8",
            "hls.js/playlists/m3u8-parser-073.m3u8",
            "hls.js/playlists/m3u8-parser-074.m3u8",
            "hls.js/playlists/m3u8-parser-075.m3u8",
            "hls.js/playlists/m3u8-parser-076.m3u8",
            "shaka-player-inline/hls_parser_unit-247.m3u8",
            "shaka-player-inline/hls_parser_unit-250.m3u8",
            "shaka-player-inline/hls_parser_unit-251.m3u8",
            "shaka-player-inline/hls_parser_unit-252.m3u8",
        ],
        "A URI line without `EXTINF` is a segment to video.js and us; the oracle skips it.": [
            "eyevinn-hls-m3u8/m3u8/sample-playlists/bad-media-playlist-with-gap.m3u8",
            "eyevinn-hls-m3u8/m3u8/sample-playlists/media-playlist-with-iframes-only-and-map.m3u8",
            "eyevinn-hls-m3u8/m3u8/sample-playlists/media-playlist-with-iframes-only.m3u8",
            "globocom-m3u8/playlists/SIMPLE_PLAYLIST_MESSY.m3u8",
            "go-m3u8/test/fixtures/dateRangeScte35.m3u8",
            "videojs-m3u8-parser/test/fixtures/integration/liveMissingSegmentDuration.m3u8",
            "videojs-m3u8-parser/test/fixtures/integration/missingExtinf.m3u8",
            "videojs-m3u8-parser/test/fixtures/integration/missingSegmentDuration.m3u8",
            "videojs-m3u8-parser/test/fixtures/integration/multipleTargetDurations.m3u8",
        ],
        "The oracle counts a last `EXTINF` without a URI as a segment.": [
            "eyevinn-hls-m3u8/m3u8/sample-playlists/"
                + "media-playlist-with-cue-out-in-without-oatcls.m3u8",
            "globocom-m3u8/playlists/PLAYLIST_WITH_SLASH_IN_QUERY_STRING.m3u8",
            "hls.js/playlists/m3u8-parser-019.m3u8",
        ],
        "Session data without a variant is multivariant to us (RFC 8216, 4.3.4), "
            + "and media to the oracle.": [
                "globocom-m3u8/playlists/MULTIPLE_SESSION_DATA_PLAYLIST.m3u8",
                "globocom-m3u8/playlists/SESSION_DATA_PLAYLIST.m3u8",
                "go-m3u8/test/fixtures/sessionData.m3u8",
                "hls.js/playlists/m3u8-parser-032.m3u8",
            ],
        "`.//x` keeps its empty segment (RFC 3986, 5.2.4), as in browsers; the oracle drops it.": [
            "globocom-m3u8/playlists/file-relative-playlist.m3u8"
        ],
        "The oracle lets an `IV` that ends in a stray quote run to the end of the line.": [
            "eyevinn-hls-m3u8/m3u8/sample-playlists/media-playlist-with-key.m3u8"
        ],
    ]

    static let all = byReason.values.reduce(into: Set<String>()) { $0.formUnion($1) }
}
