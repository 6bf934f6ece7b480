/// The MPDs of which another parser thinks otherwise, and why.
enum DASHDisagreements {
    private static let vectors = "carlanton-mpd-tools/parser/src/test/resources/vectors/"

    /// Where all segments are equally long, the oracle takes their count for the last of their numbers.
    ///
    /// It does so whatever the first is, and forgets the last if it is not whole. A period of 250 s with
    /// segments of 1.962 s from number 1 on has 128 of them: players ask for all.
    static let countsOfConstantLength: Set<String> = Set(
        [
            "1.mpd",
            "2.mpd",
            "3.mpd",
            "4_1e.mpd",
            "4_1f.mpd",
            "5_1e.mpd",
            "5_1f.mpd",
            "Manifest_1080p.mpd",
            "Manifest_AudioOnly.mpd",
            "MultiRate.mpd",
            "TOS_Live_HEVC_MultiRate.mpd",
            "bbb_live_multires_10bit_hev.mpd",
            "bbb_live_multires_10bit_hvc.mpd",
            "live.mpd",
            "manifest_fallback_MPDChaining.mpd",
            "manifest_multiple_Periods_Add_Remove_AdaptationSet.mpd",
            "manifest_multiple_Periods_Add_Remove_Representation.mpd",
            "manifest_multiple_Periods_Content_Offering_CDN.mpd",
            "manifest_multiple_Periods_Different_SegmentDuration.mpd",
            "manifest_regular_MPDChaining_live.mpd",
            "manifest_terminationEvent_fallback_MPDChaining.mpd",
            "tos_live_multires_10bit_hvc.mpd",
        ].map { vectors + $0 } + [
            "dash-mpd-rs/tests/fixtures/dash-testcases-5b-1-thomson.mpd",
            "eyevinn-dash-mpd/mpd/testdata/livesim/multi-drm.mpd",
            "eyevinn-dash-mpd/mpd/testdata/other/fraunhofer_iis_mpegh.mpd",
            "livesim2/cmd/livesim2/app/testdata/assets/mpegh_BL_1_6/BL_1_6.mpd",
            "livesim2/cmd/livesim2/app/testdata/assets/mpegh_LC_1_6/LC_1_6.mpd",
            "videojs-mpd-parser/test/manifests/webmsegments.mpd",
        ])

    /// `sourceURL` of an init segment is a `data:` URI, and the oracle sees nothing beside it.
    static let initInline: Set<String> = [
        "eyevinn-dash-mpd/mpd/testdata/schema-mpds/example_G13-2.mpd"
    ]

    static let all = countsOfConstantLength.union(initInline)

    /// Segments that a list names past the end of the presentation: video.js leaves them out, while
    /// streamlink and we take the list's word.
    static let pastTheEnd: Set<String> = ["segmentList"]

    /// What video.js expects of its own MPDs and we do not say, by reason.
    static let videoJS: [String: Set<String>] = [
        "One file without a description of segments is one segment to video.js; to us it is a file of the "
            + "origin's, since nothing says what is in it before it is read.": [
                "608-captions", "708-captions", "location", "locations", "segmentBase",
                "maat_vtt_segmentTemplate", "vtt_codecs",
            ]
    ]
}
