import Engine
import Manifests
import Origin
import Primitives

/// One version of a media file that is played by itself, as a track of pieces.
struct SharedFile: Sendable {
    /// What a file is thought to play each second, until it is known: only ahead of how many bytes to
    /// fetch hangs on it.
    private static let usualBitrates = (audio: 192_000.0, video: 4_000_000.0)
    /// The origin's words about its answer to one request, and those of a radio station.
    private static let keptFromPlayer: Set = ["age", "date"]

    let uri: ResolvedURI
    let version: FileVersion
    let table: PieceTable
    let track: TrackID
    let tag: EntityTag
    /// Where the origin serves it at present, after redirects.
    private(set) var url: String
    /// For the player, but for what speaks of a part.
    private(set) var headers: [(String, String)]
    /// How long it plays, once that is known.
    var playingTime: Duration?
    private let isAudio: Bool

    init(
        _ uri: ResolvedURI, _ version: FileVersion, _ table: PieceTable, response: OriginResponse,
        keys: ContentKeys
    ) {
        self.uri = uri
        self.version = version
        self.table = table
        track = keys.track(CanonicalIdentity(file: uri, version: version, rule: keys.rule))
        tag = EntityTag(file: uri, version: version)
        url = response.finalURL
        let type =
            response.first("Content-Type") ?? MediaType.ofSegment(named: uri.lastPathComponent)
        isAudio = type?.lowercased().hasPrefix("audio/") ?? false
        headers =
            HeaderForwarding.downstream(
                response.headers.map { ($0.name, $0.value) }, isRewritten: false
            ).filter { name, _ in
                let name = name.lowercased()
                return !Self.keptFromPlayer.contains(name) && !name.hasPrefix("icy-")
            } + (type.map { [("Content-Type", $0)] } ?? [])
            + [("Accept-Ranges", "bytes"), ("ETag", tag.text)]
    }

    /// Takes over where it is now from another answer about the same version.
    mutating func move(to other: SharedFile) {
        url = other.url
        headers = other.headers
    }

    func segment(_ piece: Int) -> SegmentID { SegmentID(track: track, number: UInt64(piece)) }

    func description(keys: ContentKeys) -> TrackDescription {
        let seconds = playingTime?.inSeconds ?? Double(version.length) * 8 / bitrate
        let secondsPerByte = seconds / Double(version.length)
        let pieces = (0..<table.count).map { piece in
            let range = table.range(of: piece)
            let part = ByteRange(offset: range.lowerBound, length: range.count)
            return TrackDescription.Segment(
                number: UInt64(piece),
                key: keys.segment(
                    CanonicalIdentity(
                        file: uri, version: version, piece: part, rule: keys.rule)),
                url: url, byteRange: range,
                start: .seconds(Double(range.lowerBound) * secondsPerByte),
                duration: .seconds(Double(range.count) * secondsPerByte), version: version)
        }
        return TrackDescription(id: track, segments: pieces, isLive: false, bitrate: nil)
    }

    /// What a track is described as that is not played any more.
    var withdrawal: TrackDescription {
        TrackDescription(id: track, segments: [], isLive: false, bitrate: nil)
    }

    private var bitrate: Double { isAudio ? Self.usualBitrates.audio : Self.usualBitrates.video }
}
