/// The playlists of the corpus that are passed on as they are, by reason.
enum CorpusRefusals {
    static let byReason: [String: Set<String>] = [
        "`#EXTM3U` is not the first line": [
            "eyevinn-hls-m3u8/m3u8/sample-playlists/master-with-hlsv7.m3u8",
            "eyevinn-hls-m3u8/m3u8/sample-playlists/media-playlist-with-discontinuity.m3u8",
            "globocom-m3u8/playlists/VARIANT_PLAYLIST_WITH_IFRAME_STABLE_VARIANT_ID.m3u8",
            "globocom-m3u8/playlists/VARIANT_PLAYLIST_WITH_STABLE_RENDITION_ID.m3u8",
            "globocom-m3u8/playlists/VARIANT_PLAYLIST_WITH_STABLE_VARIANT_ID.m3u8",
            "globocom-m3u8/playlists/WINDOWS_PLAYLIST.m3u8",
            "hls.js/playlists/interstitials-controller-022.m3u8",
            "hls.js/playlists/level-helper-014.m3u8",
            "hls.js/playlists/m3u8-parser-001.m3u8",
            "hls.js/playlists/m3u8-parser-068.m3u8",
            "kuu-hls-parser/test/fixtures/m3u8/8.10-EXT-X-DATERANGE-carrying-SCTE-35-tags.m3u8",
            "kuu-hls-parser/test/fixtures/m3u8/8.6-Master-Playlist-with-Alternative-audio.m3u8",
            "kuu-hls-parser/test/fixtures/m3u8/8.7-Master-Playlist-with-Alternative-video.m3u8",
            "kuu-hls-parser/test/fixtures/m3u8/8.8-Session-Data-in-a-Master-Playlist.m3u8",
            "kuu-hls-parser/test/fixtures/m3u8/"
                + "8.9-CHARACTERISTICS-attribute-containing-multiple-characteristics.m3u8",
            "kuu-hls-parser/test/fixtures/m3u8/SCTE-35_07.m3u8",
            "videojs-m3u8-parser/test/fixtures/integration/empty.m3u8",
            "videojs-m3u8-parser/test/fixtures/integration/manifestNoExtM3u.m3u8",
            "videojs-m3u8-parser/test/fixtures/integration/master.m3u8",
            "videojs-m3u8-parser/test/fixtures/integration/start.m3u8",
            "videojs-m3u8-parser/test/fixtures/integration/streamInfInvalid.m3u8",
        ],
        "neither a tag of media playlists nor one of multivariant ones": [
            "globocom-m3u8/playlists/VERSION_PLAYLIST.m3u8",
            "videojs-m3u8-parser/test/fixtures/integration/headerOnly.m3u8",
        ],
        "a list of channels": [
            "globocom-m3u8/playlists/IPTV_PLAYLIST_WITH_CUSTOM_TAGS.m3u8"
        ],
        "a number that is none, or is negative": [
            "carlanton-m3u8-parser/src/test/resources/open-m3u8/negativeDurationMediaPlaylist.m3u8",
            "globocom-m3u8/playlists/PLAYLIST_WITH_NEGATIVE_MEDIA_SEQUENCE.m3u8",
            "videojs-m3u8-parser/test/fixtures/integration/emptyMediaSequence.m3u8",
            "videojs-m3u8-parser/test/fixtures/integration/emptyTargetDuration.m3u8",
            "videojs-m3u8-parser/test/fixtures/integration/invalidMediaSequence.m3u8",
            "videojs-m3u8-parser/test/fixtures/integration/invalidTargetDuration.m3u8",
            "videojs-m3u8-parser/test/fixtures/integration/manifestExtTTargetdurationNegative.m3u8",
            "videojs-m3u8-parser/test/fixtures/integration/negativeMediaSequence.m3u8",
        ],
        "a word that is none of those allowed": [
            "videojs-m3u8-parser/test/fixtures/integration/allowCacheInvalid.m3u8",
            "videojs-m3u8-parser/test/fixtures/integration/emptyAllowCache.m3u8",
            "videojs-m3u8-parser/test/fixtures/integration/emptyPlaylistType.m3u8",
            "videojs-m3u8-parser/test/fixtures/integration/extXPlaylistTypeInvalidPlaylist.m3u8",
            "videojs-m3u8-parser/test/fixtures/integration/invalidAllowCache.m3u8",
            "videojs-m3u8-parser/test/fixtures/integration/invalidPlaylistType.m3u8",
        ],
        "a quoted string that does not end": [
            "hls.js/playlists/level-helper-001.m3u8",
            "hls.js/playlists/level-helper-010.m3u8",
            "hls.js/playlists/level-helper-011.m3u8",
        ],
        "a tag that numbers segments after the first of them, or twice": [
            "hls.js/playlists/level-helper-013.m3u8",
            "hls.js/playlists/m3u8-parser-080.m3u8",
            "hls.js/playlists/m3u8-parser-084.m3u8",
            "hls.js/playlists/m3u8-parser-086.m3u8",
            "hls.js/playlists/m3u8-parser-088.m3u8",
            "hls.js/playlists/m3u8-parser-089.m3u8",
        ],
        "a variable that is defined twice": [
            "hls.js/playlists/m3u8-parser-067.m3u8"
        ],
    ]

    static let all = byReason.values.reduce(into: Set<String>()) { $0.formUnion($1) }
}
