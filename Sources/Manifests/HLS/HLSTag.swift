/// The tags that say something about URIs, numbers or times; all others are passed over.
enum HLSTag: String {
    case segmentInfo = "EXTINF"
    case byteRange = "EXT-X-BYTERANGE"
    case part = "EXT-X-PART"
    case partInfo = "EXT-X-PART-INF"
    case serverControl = "EXT-X-SERVER-CONTROL"
    case gap = "EXT-X-GAP"
    case discontinuity = "EXT-X-DISCONTINUITY"
    case bitrate = "EXT-X-BITRATE"
    case map = "EXT-X-MAP"
    case key = "EXT-X-KEY"
    case preloadHint = "EXT-X-PRELOAD-HINT"
    case renditionReport = "EXT-X-RENDITION-REPORT"
    case skip = "EXT-X-SKIP"
    case dateRange = "EXT-X-DATERANGE"

    case targetDuration = "EXT-X-TARGETDURATION"
    case mediaSequence = "EXT-X-MEDIA-SEQUENCE"
    case playlistType = "EXT-X-PLAYLIST-TYPE"
    case allowCache = "EXT-X-ALLOW-CACHE"
    case endList = "EXT-X-ENDLIST"

    case version = "EXT-X-VERSION"
    case define = "EXT-X-DEFINE"

    case streamInfo = "EXT-X-STREAM-INF"
    case iFrameStreamInfo = "EXT-X-I-FRAME-STREAM-INF"
    case imageStreamInfo = "EXT-X-IMAGE-STREAM-INF"
    case media = "EXT-X-MEDIA"
    case sessionData = "EXT-X-SESSION-DATA"
    case sessionKey = "EXT-X-SESSION-KEY"
    case contentSteering = "EXT-X-CONTENT-STEERING"
}
