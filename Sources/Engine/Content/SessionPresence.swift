import PeerWire
import Primitives
import SwarmCore
import TrackerWire

/// What this session tells others of itself: to the tracker by announce, to peers by hello.
struct SessionPresence {
    private let swarm: SwarmID
    private let isEdge: Bool
    /// Whether the application lets the session exchange media.
    var isEnabled: Bool
    /// Whether the application lets any session of its client.
    var isEnabledByClient = true
    /// Whether the tracker's policy lets it.
    var isAllowed = true
    /// Whether the client has the grant that the tracker asks for, if it asks for any.
    var isAuthorized = true
    /// Whether the viewer agrees, where that is asked for.
    var isConsented = true
    var mayUpload = true
    /// Whether the application lets the session upload.
    var isUploadEnabled: Bool
    /// Whether there is something left of what the client may upload.
    var hasAllowance = true
    var attention = Attention()
    private var port: UInt16 = 0
    private var tracks: [TrackID] = []
    var played = PlayedTracks()
    private var player: PlayerState?
    /// Its place as others know it.
    private var position = Duration.zero
    private var news = ProgressNews()

    init(swarm: SwarmID, isEdge: Bool, isEnabled: Bool, isUploadEnabled: Bool = true) {
        self.swarm = swarm
        self.isEdge = isEdge
        self.isEnabled = isEnabled
        self.isUploadEnabled = isUploadEnabled
    }

    var exchanges: Bool {
        isEnabled && isEnabledByClient && isAllowed && isAuthorized && isConsented
    }

    /// Nothing is uploaded before playback: a candidate that is only preloaded gives nothing away.
    var uploads: Bool { promisesUploads && (isEdge || playing != nil) }

    var playing: TrackID? { played.main }

    /// What is promised holds for longer than the moment before playback: a hello for the whole
    /// channel, an announce until the next; a peer that asks too early is put off.
    private var promisesUploads: Bool {
        exchanges && mayUpload && isUploadEnabled && hasAllowance && !attention.isRestricted
    }

    /// The tracks to fetch ahead.
    var fetchedAhead: [TrackID] { attention.isRestricted ? [] : played.tracks }

    var hello: Hello { Hello(uploads: promisesUploads, isEdge: isEdge, progress: progress) }

    func announce(wanted: Int) -> Announce {
        Announce(
            swarm: swarm, port: port, uploads: promisesUploads, isEdge: isEdge,
            tracks: Array(tracks.prefix(Announce.mostTracks)),
            playheadSeconds: UInt32(clamping: position.components.seconds),
            bufferSeconds: UInt16(clamping: player?.buffer.components.seconds ?? 0),
            wanted: UInt8(clamping: wanted))
    }

    mutating func listens(on port: UInt16) { self.port = port }

    /// True when the tracker should hear of it soon.
    mutating func described(_ tracks: [TrackID]) -> Bool {
        defer { self.tracks = tracks }
        return self.tracks != tracks
    }

    /// Returns what peers are to be told now, if anything; they know the place as `position`.
    mutating func moved(
        _ player: PlayerState, as position: Duration, at now: Moment
    ) -> Progress? {
        self.player = player
        self.position = position
        guard let progress, news.moved(to: player, at: now) else { return nil }
        return progress
    }

    private var progress: Progress? {
        guard let playing, let player else { return nil }
        return Progress(
            track: playing,
            position: UInt64(clamping: position.wholeNanoseconds / 1_000_000),
            buffer: UInt32(clamping: player.buffer.wholeNanoseconds / 1_000_000),
            ratePercent: UInt16(clamping: Int(min(player.rate, 600) * 100)))
    }
}
